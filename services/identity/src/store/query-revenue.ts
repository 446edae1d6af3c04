import type { Pool } from '@headwater/kit/pg/pool';
import type { RevenueDimension } from '@headwater/protos/vocabulary';
import type { RevenueFilter } from '../domain/revenue/question';
import { revenueSql } from './revenue-sql';

export interface RevenueQuery {
  readonly workspaceId: number;
  /** Unix milliseconds, half-open. */
  readonly startMs: number;
  readonly endMs: number;
  /** Unix milliseconds, ascending, the first being `startMs`. */
  readonly bucketStarts: readonly number[];
  readonly dimension: RevenueDimension | undefined;
  readonly filters: readonly RevenueFilter[];
  readonly limit: number;
  /** Links and payments that are older will not settle any more. Unix milliseconds. */
  readonly pendingSinceMs: number;
}

/** Sums of one currency, of one of its buckets or of one of its keys. Money in minor units. */
export interface RevenueSums {
  readonly currency: string;
  /** Place in `bucketStarts`; undefined but for a bucket's sums. */
  readonly bucket: number | undefined;
  /** Undefined but for a key's sums; null in the place of keys when there is no dimension. */
  readonly key: string | null | undefined;
  readonly gross: bigint;
  readonly refunds: bigint;
  readonly payments: number;
  readonly customers: number;
  readonly unattributed: bigint;
  /** Undefined when nothing is pending. */
  readonly pending: { readonly net: bigint; readonly payments: number } | undefined;
}

interface Row {
  currency: string;
  bucket: number;
  key: string | null;
  of_bucket: number;
  of_key: number;
  gross: string;
  refunds: string;
  payments: number;
  customers: number;
  unattributed: string;
  pending: string;
  pending_payments: number;
  pending_rows: number;
}

/** The sums that a revenue report is made of, ordered by currency, then totals, buckets and keys, each in their order. */
export async function queryRevenue(pool: Pool, query: RevenueQuery): Promise<RevenueSums[]> {
  const { workspaceId, startMs, endMs, bucketStarts, dimension, filters } = query;
  const result = await pool.query<Row>(revenueSql(dimension, filters), [
    workspaceId,
    new Date(startMs),
    new Date(endMs),
    bucketStarts.map((ms) => new Date(ms)),
    new Date(query.pendingSinceMs),
    query.limit,
    ...filters.map(({ values }) => values),
  ]);
  return result.rows.map((row) => ({
    currency: row.currency,
    bucket: row.of_bucket === 1 ? row.bucket - 1 : undefined,
    key: row.of_key === 1 ? row.key : undefined,
    gross: BigInt(row.gross),
    refunds: BigInt(row.refunds),
    payments: row.payments,
    customers: row.customers,
    unattributed: BigInt(row.unattributed),
    pending: row.pending_rows > 0 ? { net: BigInt(row.pending), payments: row.pending_payments } : undefined,
  }));
}
