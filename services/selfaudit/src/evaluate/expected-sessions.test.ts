import { compareSessions, type SessionEvent } from './expected-sessions';
import { storedDay } from './stored-day';

/** A derived event at a time of `2026-11-01`, or at another day's. */
function at(time: string, fields: Partial<SessionEvent> = {}): SessionEvent {
  const whole = time.length > 5 ? time : `2026-11-01T${time}`;
  return {
    ...{
      time: `${whole}:00.000Z`,
      name: 'pageview',
      eventId: time,
      visitorId: 'v',
      sessionId: 's',
      props: {},
    },
    ...{ pathname: '/', evidence: ['derived', 'landing'], sentSession: '', own: '' },
    ...{ channel: 'Direct', source: '', referrer: '', landing: '' },
    ...{ utm_source: '', utm_medium: '', utm_campaign: '', utm_term: '', utm_content: '' },
    ...{ device: '', browser: '', os: '', country: '', region: '' },
    ...fields,
  };
}
const reported = (time: string, sessionId: string): SessionEvent => at(time, { sessionId, evidence: [] });
const named = (time: string, sentSession: string): SessionEvent => at(time, { sentSession });

const compare = (events: readonly SessionEvent[], isBusy = false) =>
  compareSessions(storedDay('2026-11-01', 'UTC', events), events, () => isBusy);

/** The first events of the derived sessions, by time. */
const sessionsOf = (events: readonly SessionEvent[]): unknown[] =>
  compare(events).expected.map(({ firstEvent }) => firstEvent);

describe('the derived sessions', () => {
  it.each<[string, SessionEvent[], number[]]>([
    ['end after more than 30 minutes of silence', [at('10:00'), at('10:30'), at('11:01')], [0, 0, 2]],
    ['do not bridge a silence with a session id', [named('10:00', 'a'), named('11:00', 'a')], [0, 1]],
    ['keep visitors apart', [at('10:00'), at('10:01', { visitorId: 'w' })], [0, 1]],
    [
      'of a visit follow the session ids',
      [named('10:00', 'a'), named('10:01', 'b'), named('10:02', 'a')],
      [0, 0, 2],
    ],
    [
      'contain the nearest events without an id',
      [named('10:00', 'a'), at('10:11'), named('10:20', 'b')],
      [0, 1, 1],
    ],
    [
      'contain events in the middle of two',
      [named('10:00', 'a'), at('10:10'), named('10:20', 'b')],
      [0, 0, 2],
    ],
    [
      'join the reported session nearby',
      [reported('10:00', 's'), at('10:05'), named('10:06', 's')],
      [0, 0, 0],
    ],
  ])('%s', (_, events, expected) => {
    expect(sessionsOf(events)).toEqual(expected);
  });

  it('have the columns of the best landing page, and of the first device and place', () => {
    const events = [
      at('10:00', { evidence: ['derived', 'page', 'location'], channel: 'Referral', country: 'DE' }),
      at('10:01', { evidence: ['derived', 'landing', 'agent'], channel: 'Email', device: 'tv' }),
      at('10:02', { evidence: ['derived', 'agent', 'location'], own: '{"device":"mobile","country":"FR"}' }),
    ];
    expect(compare(events).expected).toMatchObject(
      events.map(() => ({ channel: 'Email', device: 'tv', country: 'DE', landing: '' })),
    );
  });

  it.each<[string, SessionEvent[]]>([
    ['reported', [reported('10:00', 's')]],
    ['atEdge', [at('00:29')]],
    ['atEdge', [at('2026-10-31T01:00'), ...everyHalfHour('2026-10-31T01:15', 46)]],
    ['long', [...everyHalfHour('2026-11-01T00:00', 47), at('2026-10-31T12:00')]],
    ['busyVisitor', [at('10:00')]],
    ['withoutFacts', [{ ...at('10:00'), evidence: undefined } as unknown as SessionEvent]],
  ])('are not compared: %s', (reason, events) => {
    const { expected, notCompared } = compare(events, reason === 'busyVisitor');
    expect(expected).toEqual([]);
    expect(notCompared).toEqual({
      ...{ reported: 0, atEdge: 0, long: 0, busyVisitor: 0, withoutFacts: 0 },
      [reason]: 1,
    });
  });
});

function everyHalfHour(from: string, count: number): SessionEvent[] {
  return Array.from({ length: count + 1 }, (_, index) =>
    at(new Date(Date.parse(`${from}:00Z`) + index * 1_800_000).toISOString().slice(0, 16)),
  );
}
