import { STORED_IDS } from '@headwater/eventstore/testing/stored-ids';
import assert from 'node:assert';
import { AppError } from '@headwater/kit/errors';
import { DROP_REASONS } from '@headwater/protos/drop-reasons';
import { CHANNELS } from '@headwater/protos/vocabulary';
import { draftOf } from '../../src/domain/draft-event';
import { NOWHERE } from '../../src/domain/ip-address';
import { parseCollect, type CollectRequest } from '../../src/domain/parse-collect';
import { BROWSER_STEPS, runSteps, SERVER_STEPS } from '../../src/domain/pipeline';
import { prepareForDerivation } from '../../src/domain/session-evidence';
import { toEventLine } from '../../src/domain/to-event-line';
import { NO_AGENT } from '../../src/domain/user-agent';
import { assertScrubbed } from './personal-data';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const ID = '00000000-0000-4000-8000-000000000000';
const SITE = { workspaceId: 1, siteId: 7, domain: 'shop.example', scrub: true };
const WATCH = { clock: () => undefined, took: () => undefined, ran: () => undefined };
const ERRORS = ['invalid_json', 'unknown_field', 'invalid_request'];
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';

/** The body of a browser's request, which also passes the pipelines of browsers and servers. */
export function fuzz(data: Buffer): void {
  const request = parsed(data.toString());
  if (!request) return;
  const { events, unreadable, ids } = request;
  assert.equal(events.length + unreadable.length, ids.length);
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const context = {
    site: SITE,
    now: NOW,
    locationOf: () => NOWHERE,
    isDatacenter: () => false,
    isTooFast: () => false,
    storedIds: STORED_IDS,
  };
  for (const [origin, steps] of [
    ['browser', BROWSER_STEPS],
    ['server', SERVER_STEPS],
  ] as const) {
    const drafts = events.map((sent) => draftOf(sent, NOW));
    const { kept, dropped } = runSteps(steps, drafts, context, WATCH);
    assert.equal(kept.length + dropped.length, events.length);
    for (const { reason } of dropped) assert(Object.hasOwn(DROP_REASONS, reason), reason);
    for (const draft of kept) {
      if (origin === 'server') prepareForDerivation(draft, SITE);
      checkLine(toEventLine(draft, { site: SITE, origin, receivedAt: NOW }), request);
    }
  }
}

function parsed(text: string): CollectRequest | undefined {
  try {
    const agent = { ...NO_AGENT, userAgent: CHROME };
    return parseCollect(text, { agent, address: '192.0.2.1', sentAt: NOW }, () => ID);
  } catch (error) {
    assert(error instanceof AppError && ERRORS.includes(error.code), String(error));
    return undefined;
  }
}

/** A stored line is one row of JSON without personal data or raw ids. */
function checkLine(line: string, { visitor }: CollectRequest): void {
  assert(line.endsWith('\n') && !line.slice(0, -1).includes('\n'));
  const row = JSON.parse(line) as Record<string, unknown>;
  const texts = Object.values(row).flatMap((value) =>
    typeof value === 'object' && value !== null ? (Object.entries(value).flat() as unknown[]) : [value],
  );
  for (const text of texts) {
    if (typeof text !== 'string') continue;
    assert(text.isWellFormed());
    assertScrubbed(text);
  }
  assert(
    CHANNELS.some((channel) => channel === row['channel']) || row['channel'] === '',
    String(row['channel']),
  );
  assert.match(String(row['visitor_id']), /^\d{1,20}$/);
  assert(visitor.length < 12 || !JSON.stringify([row['visitor_id'], row['session_id']]).includes(visitor));
}
