import fc from 'fast-check';
import { DateTime } from 'luxon';
import { filtersOfOneKey, KEYS, type Dataset } from './arbitraries';
import type { OracleQuery } from './oracle-query';

/** A day of a zone, or an hour of it. Without a zone, of the dataset's: a site can change its zone. */
export interface Build {
  readonly day: number;
  readonly hour: number | undefined;
  readonly zone: string | undefined;
}

/** An erasure of the visitor of an event until then, the end of the retention of earlier days, or the purge of the site. */
export type Deletion =
  | { readonly kind: 'erase'; readonly event: number }
  | { readonly kind: 'expire'; readonly day: number }
  | { readonly kind: 'purge' };

/** Deletions after a batch of events. */
export const deletionsArbitrary: fc.Arbitrary<readonly Deletion[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('erase' as const), event: fc.nat() }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('expire' as const),
        day: fc.integer({ min: -8, max: -1 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('purge' as const) }) },
  ),
  { maxLength: 2 },
);

/** All days of a dataset: with few builds, hardly any two are merged. */
export const EACH_DAY = Array.from({ length: 19 }, (_, index): Build => ({
  day: index - 9,
  hour: undefined,
  zone: undefined,
}));

const someBuildsArbitrary: fc.Arbitrary<readonly Build[]> = fc.array(
  fc.record({
    day: fc.oneof(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -3, max: 3 })),
    hour: fc.option(fc.integer({ min: 0, max: 24 }), { nil: undefined, freq: 5 }),
    zone: fc.constantFrom(undefined, undefined, undefined, 'UTC', 'Asia/Kolkata'),
  }),
  { minLength: 2, maxLength: 12, size: 'max' },
);

/** Builds after a batch of events. */
export const buildsArbitrary: fc.Arbitrary<readonly Build[]> = fc
  .record({ some: someBuildsArbitrary, isEach: fc.boolean() })
  .map(({ some, isEach }) => (isEach ? [...EACH_DAY, ...some] : some));

/** Consecutive ones of the current builds whose counts are merged. */
export const mergedArbitrary = fc.array(
  fc.record({ first: fc.nat({ max: 4 }), count: fc.integer({ min: 2, max: 7 }) }),
  { minLength: 1, maxLength: 3, size: 'max' },
);
/** The first one and their number. */
export type Merged = { readonly first: number; readonly count: number };

/** Keys with one value in most sessions, and others. */
const FILTER_KEYS = KEYS.visits.filter((key) => key !== 'pathname' && !key.startsWith('props.'));
const filtersArbitrary = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  {
    weight: 5,
    arbitrary: fc
      .array(filtersOfOneKey(FILTER_KEYS), { minLength: 1, maxLength: 2 })
      .map((filters) => filters.flat()),
  },
  { weight: 1, arbitrary: filtersOfOneKey(['pathname', 'props.plan', 'country']) },
);

/** A call of QueryStats. */
export type StatsCall = OracleQuery & { compare?: string; dimensions: string[]; dimensionsLimit?: number };

const anyWindows = fc.record({
  first: fc.oneof(fc.integer({ min: -9, max: 8 }), fc.integer({ min: -2, max: 2 })),
  days: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 18 })),
});
/** Nearly all days of a dataset: an event name is rare in a few of them. */
const longWindows = fc.record({
  first: fc.integer({ min: -9, max: -4 }),
  days: fc.integer({ min: 9, max: 18 }),
});

/** Windows within the dataset or beside it. */
function windowArbitrary({ zone, date }: Dataset, daysArbitrary = anyWindows) {
  const iso = (days: number) => DateTime.fromISO(date, { zone: 'utc' }).plus({ days }).toISODate() ?? '';
  return fc
    .record({
      days: daysArbitrary,
      grain: fc.constantFrom('day' as const, 'day' as const, 'week' as const, 'month' as const),
    })
    .map(({ days: { first, days }, grain }) => ({
      ...{ timezone: zone, from: iso(first), to: iso(first + days - 1), grain },
    }));
}

/** A call of QueryEvent. */
export type EventCall = OracleQuery & { compare?: string };

export function eventCallArbitrary(dataset: Dataset, siteId: number): fc.Arbitrary<EventCall> {
  return fc
    .record({
      window: windowArbitrary(dataset, fc.oneof(anyWindows, longWindows, longWindows)),
      name: fc.constantFrom('signup', 'signup', 'click', "it's", 'pageview', 'engagement', 'nobody'),
      dimension: fc.constantFrom(undefined, ...KEYS.event),
      limit: fc.constantFrom(undefined, 1, 2, 500),
      compare: fc.constantFrom(undefined, undefined, 'previous_period'),
      filters: fc.oneof(
        { weight: 9, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: filtersOfOneKey(['country', 'props.plan']) },
      ),
    })
    .map(({ window, dimension, limit, compare, ...rest }) => ({
      siteId,
      ...window,
      ...rest,
      ...(dimension === undefined ? {} : { dimension }),
      ...(limit === undefined ? {} : { limit }),
      ...(compare === undefined ? {} : { compare }),
    }));
}

export function statsCallArbitrary(dataset: Dataset, siteId: number): fc.Arbitrary<StatsCall> {
  const keys = KEYS.visits.filter((key) => !key.startsWith('props.'));
  return fc
    .record({
      window: windowArbitrary(dataset),
      compare: fc.constantFrom(undefined, undefined, 'previous_period'),
      dimensions: fc.uniqueArray(fc.constantFrom(...keys, 'props.plan'), { maxLength: 4 }),
      limit: fc.constantFrom(undefined, 1, 2, 500),
      dimensionsLimit: fc.constantFrom(undefined, undefined, 1, 3),
      filters: filtersArbitrary,
    })
    .map(({ window, limit, dimensionsLimit, compare, ...rest }) => ({
      siteId,
      name: '',
      ...window,
      ...rest,
      ...(limit === undefined ? {} : { limit }),
      ...(dimensionsLimit === undefined ? {} : { dimensionsLimit }),
      ...(compare === undefined ? {} : { compare }),
    }));
}
