import { createBatcher } from '@headwater/kit/batcher';
import { cancelledError } from '@headwater/kit/errors';
import type { CallOptions, Client } from '@headwater/kit/rpc/types';
import type { Drop__Output } from '@headwater/protos/gen/headwater/collector/v1/Drop';
import type { ServerEvent } from '@headwater/protos/gen/headwater/collector/v1/ServerEvent';
import type { UnreadableEvent } from '@headwater/protos/gen/headwater/collector/v1/UnreadableEvent';
import type { CollectorDefinition, SitesDefinition } from '@headwater/protos/services';
import { scrubs } from './routes/shapes/site';

/** The events of one request. Each has its index in the request, from 0. */
export interface SentEvents {
  readonly siteId: number;
  readonly events: readonly (ServerEvent & { readonly index: number })[];
  readonly unreadable: readonly (UnreadableEvent & { readonly index: number })[];
}

type Drops = readonly Drop__Output[];

/** Stores the events of a request durably. @returns those that the collector dropped. @throws AppError, `cancelled` after a disconnect */
export type IngestEvents = (sent: SentEvents, call: CallOptions) => Promise<Drops>;

interface IngestOptions {
  readonly sites: Pick<Client<SitesDefinition>, 'GetSite'>;
  readonly collector: Pick<Client<CollectorDefinition>, 'IngestEvents'>;
  /** The public key that seals click ids. */
  readonly clickIdKey: string;
}

/** One request with its own call. */
class Request {
  constructor(
    readonly sent: SentEvents,
    readonly call: CallOptions,
  ) {}

  /** Whether the client has disconnected. */
  get cancelled(): boolean {
    return this.call.signal?.aborted === true;
  }
}

/**
 * 50 requests with 10 events each fit into a call. The number of calls has no limit: a call that hangs, or waits until its events can be
 * queried, must not delay others.
 */
const BATCHING = { maxBatchSize: 50, maxConcurrentBatches: Infinity, minIntervalMs: 10 } as const;
const MAX_SHARED_EVENTS = 10;
/** Of a request as JSON. 50 of them fit into a message several times. */
const MAX_SHARED_CHARACTERS = 16_384;

/**
 * Creates the function that reads the site and sends the events to the collector. Small requests for a site share both calls if they arrive
 * in one turn of the event loop, or while other calls of the site run: two calls per request take more time than the rest of it.
 */
export function createIngestEvents({ sites, collector, clickIdKey }: IngestOptions): IngestEvents {
  /** @returns the drops of each request; undefined if its client disconnected before its events were sent */
  const ingest = async (requests: readonly Request[]): Promise<(Drops | undefined)[]> => {
    const [first] = requests as readonly [Request];
    const { siteId } = first.sent;
    const call = requests.length === 1 ? first.call : sharedCall(first.call);
    const site = await sites.GetSite({ id: siteId }, call);
    const connected = requests.filter(({ cancelled }) => !cancelled);
    if (connected.length === 0) return [];
    const { events, unreadable, dropsOf } = combine(connected);
    const { dropped } = await collector.IngestEvents(
      {
        ...{ siteId, domain: site.domain, scrub: scrubs(site), events, unreadable },
        ...(site.clickIds ? { clickIdKey } : {}),
        ...(connected.length === 1 ? {} : { requests: connected.length }),
      },
      call,
    );
    return requests.map((request) => dropsOf(request, dropped));
  };

  const ingestTogether = createBatcher<string, Request, Drops>(BATCHING, (_site, requests) => {
    const drops = ingest(requests);
    return requests.map(async (_request, index) => requireDrops((await drops)[index]));
  });

  return async (sent, call) => {
    const request = new Request(sent, call);
    return isSmall(sent)
      ? ingestTogether(`${call.workspaceId} ${sent.siteId}`, request, request)
      : requireDrops((await ingest([request]))[0]);
  };
}

/** The options of a call for several requests: they continue if the client of the first one disconnects. */
function sharedCall({ operationId: _, ...options }: CallOptions): CallOptions {
  return { ...options, signal: undefined };
}

function requireDrops(drops: Drops | undefined): Drops {
  if (!drops) throw cancelledError();
  return drops;
}

function isSmall({ events, unreadable }: SentEvents): boolean {
  if (events.length + unreadable.length > MAX_SHARED_EVENTS) return false;
  return JSON.stringify(events).length + JSON.stringify(unreadable).length <= MAX_SHARED_CHARACTERS;
}

/** Numbers the events of all requests consecutively. */
function combine(requests: readonly Request[]) {
  const starts = new Map<Request, number>();
  let next = 0;
  for (const request of requests) {
    starts.set(request, next);
    next += countOf(request);
  }
  const numbered = <T extends { readonly index: number }>(
    eventsOf: (sent: SentEvents) => readonly T[],
  ): T[] =>
    requests.flatMap((request) =>
      eventsOf(request.sent).map((event) => ({ ...event, index: event.index + (starts.get(request) ?? 0) })),
    );
  return {
    events: numbered(({ events }) => events),
    unreadable: numbered(({ unreadable }) => unreadable),
    /** The drops of a request, with the indexes of its own events; undefined if it is not one of the combined requests. */
    dropsOf: (request: Request, dropped: Drops): Drops | undefined => {
      const start = starts.get(request);
      if (start === undefined) return undefined;
      return dropped
        .filter(({ index }) => index >= start && index < start + countOf(request))
        .map((drop) => ({ ...drop, index: drop.index - start }));
    },
  };
}

function countOf({ sent: { events, unreadable } }: Request): number {
  return events.length + unreadable.length;
}
