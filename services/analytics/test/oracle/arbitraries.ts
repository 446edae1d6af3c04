import type { EventRow } from '@headwater/eventstore/event-columns';
import type { DroppedEventRow } from '@headwater/eventstore/insert-dropped-events';
import type { ImportedDayRow } from '@headwater/eventstore/insert-imported';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { FILTER_OPERATORS, GRAINS } from '@headwater/protos/vocabulary';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { importedDaysArbitrary } from './arbitrary-days';
import { dropsArbitrary } from './arbitrary-drops';
import type { OracleQuery } from './oracle-query';

const DAY_MS = 86_400_000;

/** Zones with a date on which their clocks change in an unusual way, or not at all. */
export const ODD_DATES: readonly (readonly [zone: string, date: string])[] = [
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['Asia/Kolkata', '2026-01-01'],
  ['Asia/Kathmandu', '2025-12-31'],
  ['Australia/Lord_Howe', '2026-04-05'], // clocks move by half an hour
  ['Australia/Lord_Howe', '2026-10-04'],
  ['America/Sao_Paulo', '2018-11-04'], // midnight does not exist
  ['America/Sao_Paulo', '2018-02-18'], // midnight is reached twice
  ['Pacific/Apia', '2011-12-30'], // the day does not exist
  ['Africa/Cairo', '2026-04-24'],
  ['Africa/Cairo', '2026-10-30'],
  ['America/Havana', '2026-11-01'],
  ['Pacific/Chatham', '2026-09-27'], // 12:45 to 13:45
  ['Antarctica/Troll', '2026-03-29'], // clocks move by two hours
  ['UTC', '2024-02-29'],
];

const NAMES = ['pageview', 'pageview', 'signup', 'click', "it's", 'engagement'];
const COLUMN_VALUES = {
  pathname: ['/', '/pricing', '/Pricing', '/preis/ü', '/100%', '(none)', ''],
  channel: ['Direct', 'Organic Search', 'Email', ''],
  source: ['Google', 'news', ''],
  device: ['desktop', 'mobile', ''],
  browser: ['Chrome', 'Firefox', ''],
  os: ['Windows', 'iOS', ''],
  country: ['DE', 'US', ''],
  region: ['DE-BE', 'US-CA', ''],
  referrer: ['google.com/', 'example.org/a', ''],
  utm_source: ['news', 'a\tb\\', ''],
  utm_medium: ['cpc', '(none)', ''],
  utm_campaign: ["spring'26", '😀', ''],
} as const;
const PROPERTY_VALUES = {
  plan: ['pro', 'free', 'Pro', '', '(none)'],
  'a.b-c_1': ['x', 'y', '\n'],
  constructor: ['1'],
} as const;
const PROPERTY_KEYS = [
  ...Object.keys(PROPERTY_VALUES).map((key) => `props.${key}`),
  'props.__proto__',
  'props.absent',
];
/** Keys of an event analysis, of the queries about visits, and of imported days. */
export const KEYS = {
  event: [...Object.keys(COLUMN_VALUES).filter((key) => key !== 'source'), ...PROPERTY_KEYS],
  visits: [...Object.keys(COLUMN_VALUES), 'entry_page', 'exit_page', ...PROPERTY_KEYS],
  imported: ['country', 'region', 'pathname', 'browser', 'entry_page', 'channel', 'props.plan'],
};
/** The keys of a query's dimension and filters. */
export type KeySet = keyof typeof KEYS;
const ALL_VALUES = [...Object.values(COLUMN_VALUES), ...Object.values(PROPERTY_VALUES)].flat();

/** A few sites' events around one odd date, some of them sent twice; few distinct values, so that things meet. */
export interface Dataset {
  readonly zone: string;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly nowMs: number;
  readonly events: readonly EventRow[];
  readonly drops: readonly DroppedEventRow[];
  /** What other products counted; of two rows of one name the later one was imported later. */
  readonly imported: readonly ImportedDayRow[];
}

export interface DatasetOptions {
  /** The queried ids; the next id of each shares visitors and other values with them. */
  readonly workspaceId: number;
  readonly siteId: number;
  /** Which of the odd dates, by number; they come round. */
  readonly oddDate: number;
}

export function datasetArbitrary(options: DatasetOptions): fc.Arbitrary<Dataset> {
  const [zone, date] = ODD_DATES[options.oddDate % ODD_DATES.length] ?? ['UTC', '2026-01-01'];
  const middle = Date.parse(date);
  const midnights = [-2, -1, 0, 1, 2, 3].map((days) =>
    DateTime.fromISO(date, { zone }).plus({ days }).startOf('day').toMillis(),
  );
  const at = momentArbitrary(middle, midnights);
  return fc
    .record({
      now: fc.integer({ min: -3 * DAY_MS, max: 12 * DAY_MS }),
      // By itself fast-check makes a handful of them, however many it may.
      events: fc.array(eventArbitrary(at, options), { minLength: 1, maxLength: 80, size: 'max' }),
      drops: dropsArbitrary(at, options),
      imported: importedDaysArbitrary(date, options),
    })
    .chain(({ now, events, ...rest }) =>
      fc.subarray(events, { maxLength: Math.min(20, events.length) }).map((again) => ({
        zone,
        date,
        nowMs: middle + now,
        ...rest,
        events: [...events, ...again.map((event) => ({ ...event, received_at: '2026-12-01T00:00:00.000Z' }))],
      })),
    );
}

/** Unix ms around `middle`, many of them on an edge of something. */
function momentArbitrary(middle: number, midnights: readonly number[]): fc.Arbitrary<number> {
  const justBefore = fc.constantFrom(0, 0, -1);
  return fc.oneof(
    fc.integer({ min: -8 * DAY_MS, max: 8 * DAY_MS }).map((offset) => middle + offset),
    fc.integer({ min: -DAY_MS, max: 2 * DAY_MS }).map((offset) => middle + offset),
    // On a boundary itself, and one millisecond before it.
    fc
      .tuple(fc.integer({ min: -96, max: 192 }), justBefore)
      .map(([quarter, ms]) => middle + quarter * 900_000 + ms),
    fc.tuple(fc.constantFrom(...midnights), justBefore).map(([midnight, ms]) => midnight + ms),
  );
}

function eventArbitrary(
  at: fc.Arbitrary<number>,
  ids: { workspaceId: number; siteId: number },
): fc.Arbitrary<EventRow> {
  return fc
    .record({
      site: fc.constantFrom('queried', 'queried', 'queried', 'queried', 'other site', 'other workspace'),
      at,
      name: fc.constantFrom(...NAMES),
      event_id: fc.uuid(),
      origin: fc.constantFrom('browser', 'server', 'import'),
      visitor: fc.integer({ min: 0, max: 11 }),
      visit: fc.integer({ min: 0, max: 3 }),
      columns: fc.record(mapValues(COLUMN_VALUES)),
      props: fc.record(mapValues(PROPERTY_VALUES), { requiredKeys: [] }),
    })
    .map(({ site, at, name, event_id, origin, visitor, visit, columns, props }) =>
      sampleEvent({
        workspace_id: site === 'other workspace' ? ids.workspaceId + 1 : ids.workspaceId,
        site_id: site === 'other site' ? ids.siteId + 1 : ids.siteId,
        name,
        ts: new Date(at).toISOString(),
        event_id,
        origin,
        visitor_id: String(2n ** 64n - 1n - BigInt(visitor)),
        session_id: String(2n ** 63n + BigInt(visitor * 10 + visit)),
        ...columns,
        props: { ...props },
      }),
    );
}

function mapValues<T extends Readonly<Record<string, readonly string[]>>>(
  values: T,
): { [K in keyof T]: fc.Arbitrary<string> } {
  return Object.fromEntries(Object.entries(values).map(([key, list]) => [key, fc.constantFrom(...list)])) as {
    [K in keyof T]: fc.Arbitrary<string>;
  };
}

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  ...COLUMN_VALUES,
  entry_page: COLUMN_VALUES.pathname,
  exit_page: COLUMN_VALUES.pathname,
  'props.plan': PROPERTY_VALUES.plan,
};
const PARTS = ['pr', '/', 'i', 'o', 'P', 'Org', "'", '\\'];

/** One to three values of one key and operator, mostly values that the key has. */
export const filtersOfOneKey = (keys: readonly string[]) =>
  fc
    .record({ key: fc.constantFrom(...keys), operator: fc.constantFrom(...FILTER_OPERATORS) })
    .chain(({ key, operator }) => {
      const known = [...(TEXTS[key] ?? ALL_VALUES), '(none)', ...PARTS].filter(
        (value) => value !== '' && (value !== '(none)' || operator.startsWith('is')),
      );
      return fc
        .array(fc.constantFrom(...known), { minLength: 1, maxLength: 3 })
        .map((values) => values.map((value) => ({ key, operator, value })));
    });

/** Valid queries for a dataset. */
export function queryArbitrary(
  dataset: Dataset,
  siteId: number,
  keySet: KeySet = 'event',
): fc.Arbitrary<OracleQuery> {
  const absolute = fc.record({
    first: fc.oneof(fc.integer({ min: -9, max: 8 }), fc.integer({ min: -2, max: 2 })),
    days: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 12 }), fc.constant(31)),
    grain: fc.constantFrom(...GRAINS, 'hour' as const),
  });
  const long = fc.record({
    first: fc.integer({ min: -730, max: 0 }),
    days: fc.constantFrom(200, 731),
    grain: fc.constantFrom('week' as const, 'month' as const),
  });
  const dated = fc
    .oneof({ weight: 5, arbitrary: absolute }, { weight: 1, arbitrary: long })
    .map(({ first, days, grain }) => ({
      from: isoDate(Date.parse(dataset.date) + first * DAY_MS),
      to: isoDate(Date.parse(dataset.date) + (first + days - 1) * DAY_MS),
      grain,
    }));
  const rolling = fc.record(
    { range: fc.constantFrom('1d', '2d', '7d', '14d', '30d'), grain: fc.constantFrom(...GRAINS) },
    { requiredKeys: [] },
  );
  return fc
    .record({
      window: fc.oneof({ weight: 3, arbitrary: dated }, { weight: 1, arbitrary: rolling }),
      timezone: fc.oneof(fc.constant(dataset.zone), fc.constantFrom(...ODD_DATES.map(([zone]) => zone))),
      name: fc.constantFrom(...NAMES, 'nobody'),
      dimension: fc.option(fc.constantFrom(...KEYS[keySet]), { nil: undefined }),
      filters: fc.oneof(
        fc.constant([]),
        fc.array(filtersOfOneKey(KEYS[keySet]), { maxLength: 3 }).map((groups) => groups.flat()),
      ),
      limit: fc.constantFrom(undefined, 1, 2, 3, 500),
    })
    .map(({ window, dimension, limit, ...rest }) => ({
      siteId,
      ...rest,
      ...window,
      ...(dimension === undefined ? {} : { dimension }),
      ...(limit === undefined ? {} : { limit }),
    }));
}

function isoDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
