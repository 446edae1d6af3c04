import {
  DIMENSION_COLUMNS,
  GOAL_FILTER_COLUMNS,
  PROPERTY_KEY,
  VISIT_DIMENSIONS,
  type VisitDimension,
} from '@headwater/protos/vocabulary';

/** What belongs to a whole session: no row of `events` holds it. */
type SessionKey = 'entry_page' | 'exit_page';
type ColumnKey = Exclude<VisitDimension, SessionKey>;

/** What a breakdown groups by and a filter looks at. */
export type Dimension =
  | { readonly kind: 'column'; readonly key: ColumnKey }
  | { readonly kind: 'session'; readonly key: SessionKey }
  /** `key` as asked for, `props.<property>`. */
  | { readonly kind: 'property'; readonly key: `props.${string}`; readonly property: string };

/** The listed keys that a question knows, beside `props.<key>`. */
export type KeyList = readonly VisitDimension[];

/** Keys of the question about one event. */
export const EVENT_KEYS: KeyList = DIMENSION_COLUMNS;
/** Keys of the questions about visits. */
export const VISIT_KEYS: KeyList = VISIT_DIMENSIONS;

/** Keys of a goal's own filters. */
export const GOAL_KEYS: KeyList = GOAL_FILTER_COLUMNS;

/** SQL of each listed key: the only identifiers that a question can bring into a statement. */
export const KEY_SQL: Readonly<Record<VisitDimension, string>> = {
  pathname: 'pathname',
  channel: 'channel',
  device: 'device',
  browser: 'browser',
  os: 'os',
  country: 'country',
  region: 'region',
  referrer: 'referrer',
  utm_source: 'utm_source',
  utm_medium: 'utm_medium',
  utm_campaign: 'utm_campaign',
  source: 'source',
  // Columns of the sessions that a statement joins: see sessions-sql.ts.
  entry_page: 'entry_page',
  exit_page: 'exit_page',
};

const PROPERTY_PREFIX = 'props.';

/** The dimension of that exact name (case and all), or undefined: then the question is refused, never answered without it. */
export function dimensionOf(text: string, keys: KeyList): Dimension | undefined {
  const key = keys.find((known) => known === text);
  if (key !== undefined)
    return key === 'entry_page' || key === 'exit_page' ? { kind: 'session', key } : { kind: 'column', key };
  if (!text.startsWith(PROPERTY_PREFIX)) return undefined;
  const property = text.slice(PROPERTY_PREFIX.length);
  return PROPERTY_KEY.test(property)
    ? { kind: 'property', key: `${PROPERTY_PREFIX}${property}`, property }
    : undefined;
}
