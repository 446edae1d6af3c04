import { keySql, type Dimension } from '../query/dimensions';

// The statements that merge roll-ups with other events consist of parts with the same columns.

/** The columns of a part of the statement, with the values of a part that lacks them. */
const PART = {
  dimension: "''",
  /** Unix second; 0: all. */
  bucket: 'toUInt32(0)',
  shown: "''",
  /** Bitmap of the visitors with a number. */
  numbers: 'visitors',
  /** Number of further visitors: those without a number are in no segment. */
  others: 'toUInt64(0)',
  all_sessions: 'sessions',
  views: 'pageviews',
  bounced: 'bounces',
  ms: 'duration_ms',
  /** Max visitors of a key: the sum over the segments. */
  bound: 'toUInt64(0)',
  in_segment: '1',
} as const;

export type PartColumns = Record<keyof typeof PART, string>;

/** Counts that can be negative. */
const SIGNED: readonly string[] = ['others', 'all_sessions', 'views', 'bounced', 'ms'];

export const selectPart = (columns: Partial<PartColumns>): string =>
  `SELECT ${Object.entries({ ...PART, ...columns })
    .map(([name, sql]) => `${SIGNED.includes(name) ? `toInt64(${sql})` : sql} AS ${name}`)
    .join(', ')}`;

/** A grouping set of a part. */
interface Group {
  readonly name: string;
  /** '' for the buckets. */
  readonly dimension: string;
  readonly sql: string;
}

/** The grouping sets of dimensions with a column, and of the buckets. @param bucket SQL of the bucket of a row. */
export function groupsOf(dimensions: readonly Dimension[], bucket: string | undefined): readonly Group[] {
  return [
    ...dimensions.map((dimension, index) => ({
      name: `key_${index}`,
      dimension: dimension.key,
      sql: keySql(dimension, dimension.key),
    })),
    ...(bucket === undefined ? [] : [{ name: 'in_bucket', dimension: '', sql: bucket }]),
  ];
}

/** SQL of the columns of grouping sets, after those of a source. */
export const groupColumns = (groups: readonly Group[]): string =>
  groups.map(({ name, sql }) => `, ${sql} AS ${name}`).join('');

/**
 * SQL of a part that groups a source by each of some grouping sets, and counts all of it.
 *
 * @param source SQL of rows with the columns of the groups.
 */
export function groupedPart(groups: readonly Group[], columns: Partial<PartColumns>, source: string): string {
  const names = groups.map(({ name }) => name);
  const keys = groups.filter(({ dimension }) => dimension !== '').map(({ name }) => name);
  // The bits of grouping() are those of its arguments, in their order; that of the column in the grouping set is 0.
  const all = 2 ** names.length - 1;
  const codes = names.map((_, index) => all - 2 ** (names.length - 1 - index));
  const selected = selectPart({
    ...(keys.length > 0
      ? {
          dimension: `['${groups.map(({ dimension }) => dimension).join("', '")}'][indexOf([${codes.join(', ')}], grouping(${names.join(', ')}))]`,
          shown: `arrayStringConcat([${keys.join(', ')}])`,
        }
      : {}),
    ...(names.includes('in_bucket') ? { bucket: 'in_bucket' } : {}),
    ...columns,
  });
  return `${selected}\nFROM (\n${source}\n) GROUP BY GROUPING SETS (${[...names, ''].map((name) => `(${name})`).join(', ')})`;
}
