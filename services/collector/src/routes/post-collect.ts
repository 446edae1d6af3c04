import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { BlockList } from 'node:net';
import { clientAddress } from '@headwater/kit/http/client-address';
import { readBody } from '@headwater/kit/http/read-body';
import { PAYLOAD_LIMITS } from '@headwater/protos/browser-payload';
import { failure } from '@headwater/protos/error-codes';
import type { Dependencies } from '../dependencies';
import { clickIdLines } from '../domain/click-ids';
import { draftOf, type SentTo } from '../domain/draft-event';
import type { Location } from '../domain/ip-address';
import { parseCollect, type CollectRequest, type Sender } from '../domain/parse-collect';
import { BROWSER_STEPS, dropOf, runSteps, type Drop, type Outcome } from '../domain/pipeline';
import { toEventLine } from '../domain/to-event-line';
import { respondJsonText, type Exchange, type Route } from '../http/exchange';
import { pageOrigin } from '../http/origin';
import { renewedVisitorCookie } from '../http/visitor-cookie';

/** `POST /collect`: accepts the events of a browser. 202 once they are durable, with the dropped ones and their reasons. */
export function postCollect(dependencies: Dependencies): Route {
  const { limits, verifySiteKey, metrics, installed, trustedProxies, bodies } = dependencies;
  return async (exchange) => {
    const sender = senderOf(exchange, trustedProxies);
    requireBudget(exchange, () => limits.takeRequest(sender.address));
    requireJson(exchange);
    const body = decoded(await readBody(exchange, { maxBytes: PAYLOAD_LIMITS.maxBytes, budget: bodies }));
    const collect = parseCollect(body, sender, randomUUID);
    const found = verifySiteKey(collect.siteId, collect.siteKey);
    // Awaiting a cached verdict would cost a microtask.
    const verdict = found instanceof Promise ? await found : found;
    if (verdict.kind === 'refused')
      throw failure('invalid_site_key', 'The site key does not belong to this site. Copy the snippet again.');
    if (verdict.kind === 'unknown_site') {
      const dropped = allUnknown(collect);
      metrics.dropped('browser', dropped);
      const detail = `Events of this page are dropped: there is no site ${collect.siteId}. Copy the snippet of an active site.`;
      return respondJsonText(exchange, 202, responseText({ kept: [], dropped }, collect.ids, detail));
    }

    // After the check of the key: senders without the key must not use up a site's budget.
    limits.takeEvents(collect.siteId, collect.events.length + collect.unreadable.length);
    const { workspaceId, domain, scrub, clickIdKey, exclusions } = verdict;
    const site = { workspaceId, siteId: collect.siteId, domain, scrub, clickIdKey, exclusions };
    const origin = pageOrigin(exchange.request.headers.origin);
    const outcome = await store(dependencies, collect, { site, originHost: origin.host });
    if (outcome.kept.length > 0) {
      if (!verdict.installed && !origin.isHidden) installed.mark(site.siteId);
      renewCookie(exchange, collect, site);
    }
    respondJsonText(exchange, 202, responseText(outcome, collect.ids, hostDetail(outcome, site)));
  };
}

async function store(
  { clock, events, drops, metrics, locationOf, isDatacenter, isTooFast, storedIds }: Dependencies,
  collect: CollectRequest,
  { site, originHost }: { readonly site: SentTo; readonly originHost: string | undefined },
): Promise<Outcome> {
  const now = clock.now();
  const drafts = collect.events.map((sent) => draftOf(sent, now));
  // All events of a request have the same address, so each is looked up once.
  let location: Location | undefined;
  let fromDatacenter: boolean | undefined;
  const context = {
    site,
    now,
    originHost,
    locationOf: (address: string) => (location ??= locationOf(address)),
    isDatacenter: (address: string) => (fromDatacenter ??= isDatacenter(address)),
    isTooFast,
    storedIds,
  };
  const { kept, dropped } = runSteps(BROWSER_STEPS, drafts, context, metrics.steps);
  const row = { site, origin: 'browser', receivedAt: now } as const;
  const lines = kept.map((draft) => toEventLine(draft, row));
  await events.append(lines.concat(clickIdLines(kept, row)));
  metrics.accepted('browser', kept.length);
  if (dropped.length === 0 && collect.unreadable.length === 0) return { kept, dropped };
  const allDropped = [
    ...dropped,
    ...collect.unreadable.map((event) => dropOf(event, 'invalid_event', event)),
  ];
  metrics.dropped('browser', allDropped);
  drops.record(site, allDropped, now);
  return { kept, dropped: allDropped };
}

/** Refuses a request before its body is read. */
function requireBudget({ request }: Exchange, take: () => void): void {
  try {
    take();
  } catch (refusal) {
    request.resume(); // an unread body would reset the connection before the client reads the response
    throw refusal;
  }
}

/** Requires JSON. Browser scripts send it as `text/plain`, which needs no preflight request. */
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

/** Decodes a body, without its byte order mark, which is not part of JSON. */
function decoded(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw failure('invalid_json', 'The body is not UTF-8. Send JSON in UTF-8.');
  const text = bytes.toString('utf8');
  return text.startsWith('\ufeff') ? text.slice(1) : text;
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

/** The browser script adds its clock to each attempt (`?t=` in Unix ms); the body stays the same. */
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

/** Explains to the page's developer why the events of another host are dropped. The browser script writes it to the console. */
function hostDetail({ dropped }: Outcome, { siteId, domain }: SentTo): string | undefined {
  if (!dropped.some(({ reason }) => reason === 'host_mismatch')) return undefined;
  return (
    `Events of this page are dropped: site ${siteId} counts ${domain} and its subdomains, but the page is on another host. ` +
    'Create a site for the host of the page ("localhost" is possible, an IP address is not), or remove the snippet.'
  );
}

/**
 * The response body `{ accepted, dropped, ids, detail? }`: the number of stored events, the dropped events with their reasons, the
 * ids of all events in their order, for receipts, and an explanation for the page's developer.
 */
function responseText({ kept, dropped }: Outcome, ids: readonly string[], detail?: string): string {
  // UUIDs contain no character that JSON escapes.
  const tail = detail === undefined ? '' : `,"detail":${JSON.stringify(detail)}`;
  return `{"accepted":${kept.length},"dropped":${dropsText(dropped)},"ids":["${ids.join('","')}"]${tail}}`;
}

function dropsText(dropped: readonly Drop[]): string {
  if (dropped.length === 0) return '[]';
  const inOrder = [...dropped].sort((a, b) => a.index - b.index);
  return JSON.stringify(inOrder.map(({ index, id, reason }) => ({ index, id, reason })));
}

function allUnknown({ events, unreadable }: CollectRequest): readonly Drop[] {
  return [...events, ...unreadable].map((event) => dropOf(event, 'unknown_site'));
}
