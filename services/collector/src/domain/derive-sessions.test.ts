import { EVIDENCE } from '@headwater/eventstore/event-columns';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import fc from 'fast-check';
import { deriveSessions, SESSION_IDLE_MS, type SessionEvent } from './derive-sessions';

const SITE = { workspaceId: 1, siteId: 2 };
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ALL = { fromMs: -Infinity, toMs: Infinity };
const { derived, landing, page } = EVIDENCE;

function event(ts: number, fields: Partial<SessionEvent> = {}): SessionEvent {
  const id = `00000000-0000-4000-8000-${String(ts).padStart(12, '0')}`;
  const columns = { ...sampleEvent(), channel: `channel at ${ts}` };
  return {
    id,
    visitorKey: '7',
    ts,
    sessionKey: id,
    sentSession: '0',
    evidence: derived + page,
    columns,
    own: columns,
    ...fields,
  };
}

const keysOf = (events: readonly SessionEvent[]) =>
  deriveSessions(SITE, events, ALL).map(({ sessionKey }) => sessionKey);
const channelsOf = (events: readonly SessionEvent[]) =>
  deriveSessions(SITE, events, ALL).map(({ columns }) => columns.channel);

/** The number of sessions, computed simply: sorted times, cut at gaps over 30 minutes. */
function expectedSessions(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted.filter((time, i) => i === 0 || time - (sorted[i - 1] ?? 0) > SESSION_IDLE_MS).length;
}

describe('deriveSessions', () => {
  it('cuts a visitor at every silence of over 30 minutes', () => {
    const times = fc.uniqueArray(fc.integer({ min: 1, max: 6 * 60 * MINUTE }), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(times, (list) => {
        expect(new Set(keysOf(list.map((ts) => event(ts)))).size).toBe(expectedSessions(list));
      }),
    );
  });

  it('leaves a run as it is in which browsers report all sessions', () => {
    const reported = { evidence: 0, sessionKey: '11' };
    const events = [event(MINUTE, reported), event(2 * MINUTE, reported)];
    expect(channelsOf(events)).toEqual([`channel at ${MINUTE}`, `channel at ${2 * MINUTE}`]);
    const other = event(60 * MINUTE);
    expect(channelsOf([...events, other])).toEqual([...channelsOf(events), `channel at ${60 * MINUTE}`]);
    const near = event(3 * MINUTE);
    expect(new Set(channelsOf([...events, near]))).toEqual(new Set([`channel at ${MINUTE}`]));
  });

  it('gives the same sessions in any order, also after an earlier derivation of a part', () => {
    const one = fc.record({
      ts: fc.integer({ min: 1, max: 180 }).map((minutes) => minutes * MINUTE),
      sentSession: fc.constantFrom('0', '0', '11', '12'),
      evidence: fc.constantFrom(derived, derived + page, derived + landing, 0),
      sessionKey: fc.constantFrom('11', '13'),
    });
    const lists = fc.uniqueArray(one, { selector: ({ ts }) => ts, minLength: 2, maxLength: 15 });
    fc.assert(
      fc.property(lists, fc.nat(), (list, cut) => {
        const all = list.map(({ ts, ...fields }) => event(ts, fields));
        const expected = new Map(deriveSessions(SITE, all, ALL).map((one, i) => [all[i]?.id, one]));
        // Part of the events is derived and stored before the rest arrives.
        const early = all.slice(0, cut % all.length);
        const sessions = deriveSessions(SITE, early, ALL);
        const stored = early.map((one, i) => ({ ...one, ...sessions[i] }));
        const mixed = [...all.slice(early.length).toReversed(), ...stored];
        const found = new Map(deriveSessions(SITE, mixed, ALL).map((one, i) => [mixed[i]?.id, one]));
        expect([...found].sort()).toEqual([...expected].sort());
      }),
      { numRuns: 500 },
    );
  });

  it('gives all events of a session the channel of its landing page', () => {
    const landed = event(5, { evidence: derived + landing });
    expect(channelsOf([event(1), landed, event(9)])).toEqual(Array(3).fill('channel at 5'));
    expect(channelsOf([event(1), landed, event(9, { evidence: 0, sessionKey: '1' })])).toEqual(
      Array(3).fill('channel at 9'),
    );
  });

  it('puts an event between two named sessions into the nearer one', () => {
    const named = [event(0, { sentSession: '1' }), event(50 * MINUTE, { sentSession: '2' })];
    const [first, second, joined] = keysOf([...named, event(26 * MINUTE)]);
    expect(first).not.toBe(second);
    expect(joined).toBe(second);
    // Of two at the same distance, the earlier.
    expect(keysOf([...named, event(25 * MINUTE)])[2]).toBe(first);
  });

  it('ends a named session after 30 minutes of silence', () => {
    const [first, second] = keysOf([0, 31 * MINUTE].map((ts) => event(ts, { sentSession: '1' })));
    expect(first).not.toBe(second);
  });

  describe('with a part of the stored events', () => {
    /** Two sessions: an event without an id is nearer to the first one. */
    const stored = [
      event(0, { sentSession: '1' }),
      event(20 * MINUTE),
      event(45 * MINUTE, { sentSession: '2' }),
    ];
    const whole = deriveSessions(SITE, stored, ALL);
    const asStored = stored.map((one, index) => ({ ...one, ...whole[index] }));
    const [first, , last] = asStored as [SessionEvent, SessionEvent, SessionEvent];
    const partOf = (events: readonly SessionEvent[], firstNew: number, lastNew: number) =>
      deriveSessions(SITE, events, { fromMs: firstNew - DAY, toMs: lastNew + DAY });

    it('keeps the sessions of a visit that began before it', () => {
      const [middle, end] = asStored.slice(1) as [SessionEvent, SessionEvent];
      const added = event(DAY + 10 * MINUTE);
      const sessions = partOf([middle, end, added], added.ts, added.ts);
      expect(sessions.map(({ sessionKey }) => sessionKey)).toEqual([
        middle.sessionKey,
        end.sessionKey,
        keysOf([added])[0],
      ]);
      expect(new Set([first.sessionKey, last.sessionKey]).size).toBe(2);
      expect(sessions[1]?.columns).toEqual(last.columns);
    });

    it('keeps the sessions of a visit that ends after it', () => {
      const landed = event(20 * MINUTE, { evidence: derived + landing });
      const [page, end] = deriveSessions(SITE, [event(0), landed], ALL);
      expect(page?.columns).toEqual(end?.columns);
      const added = event(10 * MINUTE - DAY);
      const read = { ...event(0), ...page };
      expect(partOf([added, read], added.ts, added.ts)[1]?.columns.channel).toBe(landed.columns.channel);
    });

    it('keeps the values of the first event of a session that lasts a day', () => {
      const added = event(DAY);
      const long = Array.from({ length: 49 }, (_, n) => event((n + 1) * 29 * MINUTE));
      const before = event(10 * MINUTE, { sessionKey: 'earlier' });
      const sessions = partOf([before, ...long, added], added.ts, added.ts);
      expect(new Set(sessions.map(({ sessionKey }) => sessionKey))).toEqual(new Set(['earlier']));
    });
  });
});
