import fc from 'fast-check';
import { BLANK_EVENT, draftOf, type DraftEvent, type SentTo } from './draft-event';
import { NOWHERE } from './location';
import { resolveSessions, SESSION_IDLE_MS } from './resolve-session';
import { putVisitor } from './steps/put-visitor';
import { parsePageUrl } from './page-url';

const SITE: SentTo = { workspaceId: 1, siteId: 2, domain: 'shop.example' };

function draft(ts: number, visitor = 'v', session = ''): DraftEvent {
  const id = `00000000-0000-4000-8000-${String(ts).padStart(12, '0')}`;
  const url = 'https://shop.example/';
  const sent = { ...BLANK_EVENT, id, name: 'pageview', url, time: ts, visitor, session };
  const made = draftOf(sent, 0);
  made.page = parsePageUrl(url);
  const never = (): boolean => false;
  putVisitor(made, { site: SITE, now: 0, locationOf: () => NOWHERE, isDatacenter: never, isTooFast: never });
  return made;
}

/** Sessions told the slow way: sorted times, cut where the gap is over 30 minutes. */
function expectedSessions(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted.filter((time, i) => i === 0 || time - (sorted[i - 1] ?? 0) > SESSION_IDLE_MS).length;
}

describe('resolve sessions', () => {
  it('cuts a visitor at every gap of over 30 minutes, whatever the order of the batch', () => {
    const times = fc.uniqueArray(fc.integer({ min: 1, max: 6 * 3_600_000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(times, (list) => {
        const drafts = list.map((ts) => draft(ts));
        resolveSessions(drafts, [], { site: SITE });
        expect(new Set(drafts.map((one) => one.sessionKey)).size).toBe(expectedSessions(list));
      }),
    );
  });

  it('gives the same sessions however the batch is shuffled', () => {
    const times = fc.uniqueArray(fc.integer({ min: 1, max: 3 * 3_600_000 }), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(times, (list) => {
        const [forward, backward] = [list, list.toReversed()].map((order) => {
          const drafts = order.map((ts) => draft(ts));
          resolveSessions(drafts, [], { site: SITE });
          return Object.fromEntries(drafts.map((one) => [one.ts, one.sessionKey]));
        });
        expect(forward).toEqual(backward);
      }),
    );
  });

  it('keeps visitors apart', () => {
    const drafts = [draft(1, 'a'), draft(2, 'b')];
    resolveSessions(drafts, [], { site: SITE });
    expect(drafts[0]?.sessionKey).not.toBe(drafts[1]?.sessionKey);
  });

  it('lets events that name a session stay in it across any gap', () => {
    const drafts = [draft(1, 'a', 's'), draft(5 * 3_600_000, 'a', 's')];
    resolveSessions(drafts, [], { site: SITE });
    expect(drafts[0]?.sessionKey).toBe(drafts[1]?.sessionKey);
  });
});
