import type { EventColumnName } from '@headwater/eventstore/event-columns';
import {
  DIMENSION_COLUMNS,
  GOAL_FILTER_COLUMNS,
  NONE,
  PROPERTY_KEY,
  VISIT_DIMENSIONS,
  type VisitDimension,
} from '@headwater/protos/vocabulary';
import type { Bindings } from './bindings';

/** Dimensions with a column of the same name in the event columns table of eventstore. */
type ColumnKey = Extract<VisitDimension, EventColumnName>;

/** Dimensions that `sessionsSql` computes for each session. No column of `events` stores them. */
export const SESSION_KEYS = ['entry_page', 'exit_page'] as const satisfies readonly Exclude<
  VisitDimension,
  ColumnKey
>[];
type SessionKey = (typeof SESSION_KEYS)[number];

/** A breakdown groups by a dimension, and a filter compares its values. */
export type Dimension =
  | { readonly kind: 'column'; readonly key: ColumnKey }
  | { readonly kind: 'session'; readonly key: SessionKey }
  /** `key` as the caller spelled it, `props.<property>`. */
  | { readonly kind: 'property'; readonly key: `props.${string}`; readonly property: string };

/** A breakdown by a dimension. */
export interface BreakdownPlan {
  readonly dimension: Dimension;
  /** Max rows. */
  readonly limit: number;
  /** The only keys to count, as responses show them. Default: all. */
  readonly keys?: readonly string[];
}

/** The listed keys that a query accepts beside `props.<key>`. */
export type KeyList = readonly VisitDimension[];

/** Keys of an event analysis. */
export const EVENT_KEYS: KeyList = DIMENSION_COLUMNS;
/** Keys of the queries about visits. */
export const VISIT_KEYS: KeyList = VISIT_DIMENSIONS;
/** Keys of a goal's own filters. */
export const GOAL_KEYS: KeyList = GOAL_FILTER_COLUMNS;

const PROPERTY_PREFIX = 'props.';

/**
 * The dimension with exactly this name, case included; undefined when it is unknown. Only a listed key or a bound property
 * name enters a statement, never the caller's text.
 */
export function dimensionOf(text: string, keys: KeyList): Dimension | undefined {
  const key = keys.find((listed) => listed === text);
  if (key !== undefined) return isSessionKey(key) ? { kind: 'session', key } : { kind: 'column', key };
  if (!text.startsWith(PROPERTY_PREFIX)) return undefined;
  const property = text.slice(PROPERTY_PREFIX.length);
  return PROPERTY_KEY.test(property)
    ? { kind: 'property', key: `${PROPERTY_PREFIX}${property}`, property }
    : undefined;
}

/** The accepted keys, as an error message lists them. */
export function listedKeys(keys: KeyList): string {
  return `${keys.join(', ')} or ${PROPERTY_PREFIX}<key>`;
}

/** SQL of the stored value of a dimension: `''` when it is unknown, or when the event lacks the property. */
export function dimensionSql(dimension: Dimension, bindings: Bindings): string {
  return dimension.kind === 'property'
    ? `props[${bindings.bind('property', 'String', dimension.property)}]`
    : dimension.key;
}

/** SQL of a row's key in a breakdown: an unknown column value becomes `(none)`. @param value from `dimensionSql`. */
export function keySql(dimension: Dimension, value: string): string {
  // Not if(): transform() converts each distinct value once and lets ClickHouse group by the dictionary's numbers.
  return dimension.kind === 'property' ? value : `transform(${value}, [''], ['${NONE}'])`;
}

/** The stored values of shown keys: `(none)` is also the unknown value, stored as `''`. A stored text `(none)` can't be distinguished from it. */
export function storedValues(keys: readonly string[]): readonly string[] {
  return keys.includes(NONE) ? ['', ...keys] : keys;
}

/** Conditions for a row to be in the breakdown: an event without the property is in none of its rows. */
export function presentSql(dimension: Dimension, value: string): readonly string[] {
  return dimension.kind === 'property' ? [`${value} NOT IN ('', '${NONE}')`] : [];
}

function isSessionKey(key: VisitDimension): key is SessionKey {
  return SESSION_KEYS.some((sessionKey) => sessionKey === key);
}
