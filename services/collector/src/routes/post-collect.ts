import type { BlockList } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { Clock } from '@headwater/kit/clock';
import { failure } from '@headwater/protos/error-codes';
import { lastAnswer } from '../domain/last-answer';
import type { LocationOf } from '../domain/location';
import type { IsDatacenter } from '../domain/datacenters';
import { draftOf, type SentTo } from '../domain/draft-event';
import { parseCollect, type CollectRequest, type Sender } from '../domain/parse-collect';
import { BROWSER_STEPS, dropOf, runSteps, type Drop, type Outcome } from '../domain/pipeline';
import type { IsTooFast } from '../domain/step';
import { toEventLine } from '../domain/to-event-line';
import { clientAddress } from '../http/client-address';
import type { Exchange, Route } from '../http/exchange';
import { pageOrigin } from '../http/page-origin';
import { readBody } from '../http/read-body';
import { respondJsonText } from '../http/respond';
import { renewedVisitorCookie } from '../http/visitor-cookie';
import type { EventLog } from '../ingest/event-log';
import type { InstalledMarker } from '../ingest/installed-marker';
import type { RememberedVerdict } from '../ingest/site-verdicts';
import type { CollectorMetrics } from '../metrics/collector-metrics';
import type { DropRecorder } from '../traffic/drop-recorder';
import type { SenderLimits } from '../traffic/sender-limits';

/** Largest body, in bytes. */
const MAX_BODY = 64 * 1024;

export interface CollectDeps {
  readonly verifySiteKey: RememberedVerdict;
  readonly events: EventLog;
  readonly installed: InstalledMarker;
  readonly locationOf: LocationOf;
  readonly isDatacenter: IsDatacenter;
  readonly isTooFast: IsTooFast;
  readonly trustedProxies: BlockList;
  readonly clock: Clock;
  readonly metrics: CollectorMetrics;
  readonly drops: DropRecorder;
  readonly limits: SenderLimits;
}

/** `POST /collect`: takes the events of a browser. 202 once they are stored, with those dropped and why. */
export function postCollect(deps: CollectDeps): Route {
  return async (exchange) => {
    const sender = senderOf(exchange, deps.trustedProxies);
    requireBudget(exchange, () => deps.limits.takeRequest(sender.address));
    requireJson(exchange);
    const collect = parseCollect(await readBody(exchange.request, MAX_BODY), sender, randomUUID);
    const known = deps.verifySiteKey(collect.siteId, collect.siteKey);
    // Awaiting what is there already costs a turn, too.
    const verdict = known instanceof Promise ? await known : known;
    if (verdict.kind === 'refused')
      throw failure('invalid_site_key', 'This key does not open this site. Copy the snippet anew.');
    if (verdict.kind === 'unknown_site') {
      const dropped = allUnknown(collect);
      deps.metrics.dropped('browser', dropped);
      return respondJsonText(exchange, 202, answerText({ kept: [], dropped }, collect.ids));
    }

    // Only now: who does not have its key can't spend a site's budget.
    deps.limits.takeEvents(collect.siteId, collect.events.length + collect.unreadable.length);
    const site = { workspaceId: verdict.workspaceId, siteId: collect.siteId, domain: verdict.domain };
    const origin = pageOrigin(exchange.request.headers.origin);
    const outcome = await store(deps, collect, { site, originHost: origin.host });
    if (outcome.kept.length > 0) {
      if (!verdict.installed && !origin.isHidden) deps.installed.mark(site.siteId);
      renewCookie(exchange, collect, site);
    }
    respondJsonText(exchange, 202, answerText(outcome, collect.ids));
  };
}

async function store(
  deps: CollectDeps,
  collect: CollectRequest,
  { site, originHost }: { readonly site: SentTo; readonly originHost: string | undefined },
): Promise<Outcome> {
  const now = deps.clock.now();
  const drafts = collect.events.map((sent) => draftOf(sent, now));
  const context = {
    site,
    now,
    originHost,
    // All events of a request come from one address, which is remembered no longer than it.
    locationOf: lastAnswer(deps.locationOf),
    isDatacenter: lastAnswer(deps.isDatacenter),
    isTooFast: deps.isTooFast,
  };
  const { kept, dropped } = runSteps(BROWSER_STEPS, drafts, context, deps.metrics.steps);
  await deps.events.append(
    kept.map((draft) => toEventLine(draft, { site, origin: 'browser', receivedAt: now })),
  );
  deps.metrics.accepted('browser', kept.length);
  if (dropped.length === 0 && collect.unreadable.length === 0) return { kept, dropped };
  const allDropped = [...dropped, ...collect.unreadable.map((event) => dropOf(event, 'invalid_event'))];
  deps.metrics.dropped('browser', allDropped);
  deps.drops.record(site, allDropped, now);
  return { kept, dropped: allDropped };
}

/** Refuses a request before its body is read. */
function requireBudget({ request }: Exchange, take: () => void): void {
  try {
    take();
  } catch (refusal) {
    request.resume(); // else the sender would see a reset instead of the answer
    throw refusal;
  }
}

/** `text/plain` needs no preflight, so browsers' scripts send JSON as such. */
function requireJson({ request }: Exchange): void {
  const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if ((type === 'application/json' || type === 'text/plain') && encoding === 'identity') return;
  request.resume();
  throw failure(
    'unsupported_media_type',
    'Send JSON, uncompressed, with Content-Type: application/json or text/plain.',
  );
}

function senderOf({ request }: Exchange, trustedProxies: BlockList): Sender {
  const header = (name: string): string => String(request.headers[name] ?? '').slice(0, 1_024);
  return {
    agent: {
      userAgent: header('user-agent'),
      brands: header('sec-ch-ua'),
      mobile: header('sec-ch-ua-mobile'),
      platform: header('sec-ch-ua-platform'),
    },
    address: clientAddress(request, trustedProxies),
    sentAt: sentAtOf(request.url ?? ''),
  };
}

/** The browser script stamps each try (`?t=` in Unix ms): the body stays as it was first made. */
function sentAtOf(url: string): number | undefined {
  const stamp = /[?&]t=(\d{1,15})(?:&|$)/.exec(url)?.[1];
  return stamp === undefined ? undefined : Number(stamp);
}

function renewCookie({ request, headers }: Exchange, collect: CollectRequest, site: SentTo): void {
  const cookie = renewedVisitorCookie(request, {
    visitor: collect.visitor,
    domain: site.domain,
    secure: collect.events.some((event) => event.url.startsWith('https:')),
  });
  if (cookie !== undefined) headers['Set-Cookie'] = cookie;
}

/**
 * `{ accepted, dropped, ids }`: how many count, which do not and why, and the id of every event, in order, to ask for
 * receipts by.
 */
function answerText({ kept, dropped }: Outcome, ids: readonly string[]): string {
  // UUIDs hold nothing that JSON would escape.
  return `{"accepted":${kept.length},"dropped":${dropsText(dropped)},"ids":["${ids.join('","')}"]}`;
}

function dropsText(dropped: readonly Drop[]): string {
  if (dropped.length === 0) return '[]';
  const inOrder = [...dropped].sort((a, b) => a.index - b.index);
  return JSON.stringify(inOrder.map(({ index, id, reason }) => ({ index, id, reason })));
}

function allUnknown({ events, unreadable }: CollectRequest): readonly Drop[] {
  return [...events, ...unreadable].map((event) => dropOf(event, 'unknown_site'));
}
