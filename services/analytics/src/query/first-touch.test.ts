import { ALL_ARRIVALS, chooseTouch, type FirstTouch, type StoredTouches } from './first-touch';

const touch = (name: string, firstSeenAtMs: number, arrivedAtMs?: number): FirstTouch => ({
  channel: name,
  source: '',
  utmCampaign: '',
  landing: '',
  referrer: '',
  rulesVersion: 1,
  siteId: 1,
  country: '',
  utmSource: '',
  utmMedium: '',
  firstSeenAtMs,
  arrivedAtMs,
  eventId: '',
});
const stored = (touches: Partial<StoredTouches>): StoredTouches => ({
  browser: undefined,
  firstArrival: undefined,
  trusted: undefined,
  firstArrivalMs: 10,
  ...touches,
});
/** An event at 5 that arrived at 10, and one at 3 that arrived at 30. */
const TWO = { firstArrival: touch('first', 5, 10), browser: touch('earlier', 3, 30) };

describe('chooseTouch', () => {
  it.each([
    ['all events of a visitor without a link', stored(TWO), ALL_ARRIVALS, 'earlier'],
    ['events that arrived before the link', stored(TWO), { linkedAtMs: 30 }, 'earlier'],
    ['no event that arrived after the link', stored(TWO), { linkedAtMs: 29 }, 'first'],
    ['the first arrival after a link without events', stored(TWO), { linkedAtMs: 5 }, 'first'],
    ['no later arrival than the recorded one', stored(TWO), { linkedAtMs: 5, arrivalsUntilMs: 9 }, undefined],
    ['arrivals until the record', stored(TWO), { linkedAtMs: 40, arrivalsUntilMs: 30 }, 'earlier'],
    ['no later arrival than the first', stored(TWO), { linkedAtMs: 5, arrivalsUntilMs: 30 }, 'first'],
    [
      'a trusted event of any arrival',
      stored({ ...TWO, trusted: touch('trusted', 4) }),
      { linkedAtMs: 20, arrivalsUntilMs: 20 },
      'trusted',
    ],
    [
      'no trusted event that is later',
      stored({ ...TWO, trusted: touch('trusted', 6) }),
      { linkedAtMs: 20, arrivalsUntilMs: 20 },
      'first',
    ],
    [
      'the trusted one of two events of the same time',
      stored({ ...TWO, trusted: touch('trusted', 5) }),
      { linkedAtMs: 20 },
      'trusted',
    ],
    [
      'no browser event after a trusted event resolved the link',
      stored({ ...TWO, trusted: touch('trusted', 9), firstArrivalMs: 8 }),
      { linkedAtMs: 2 },
      'trusted',
    ],
    [
      'no browser event of a guessable visitor next to a trusted event',
      stored({ ...TWO, trusted: touch('trusted', 40) }),
      { linkedAtMs: 50, isGuessable: true },
      'trusted',
    ],
    [
      'browser events of a guessable visitor without a trusted event',
      stored(TWO),
      { linkedAtMs: 30, isGuessable: true },
      'earlier',
    ],
  ])('counts %s', (_case, touches, link, expected) => {
    expect(chooseTouch(touches, link)?.channel).toBe(expected);
  });
});
