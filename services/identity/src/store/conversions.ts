import type { Pool } from '@headwater/kit/pg/pool';
import { ATTRIBUTION_LIMITS } from '@headwater/protos/limits';
import type { PaymentType } from '../domain/payment';
import { PAYMENTS_WITH_OWNERS } from './payments';

/** A sale, subscription or signup of an account, with the account's visitors. */
export interface VisitorsConversion {
  /** The caller's id of the payment; of a signup, derived from the id of its account. */
  readonly conversionId: string;
  /** Unix milliseconds. */
  readonly occurredAtMs: number;
  /** Null for a signup, like `currency`. */
  readonly amountMinor: bigint | null;
  readonly currency: string | null;
  readonly type: PaymentType | 'signup';
  /** The visitors that were linked last. */
  readonly anonymousIds: readonly string[];
}

/** The position of a conversion in the order of its time. */
export interface ConversionPosition {
  readonly occurredAtMs: number;
  readonly conversionId: string;
}

export interface ListOfConversions {
  /** Unix milliseconds, inclusive. */
  readonly startMs: number;
  /** Unix milliseconds, exclusive. */
  readonly endMs: number;
  readonly after: ConversionPosition | undefined;
  readonly limit: number;
}

interface Row {
  conversion_id: string;
  occurred_at: Date;
  amount_minor: string | null;
  currency: string | null;
  type: PaymentType | 'signup';
  anonymous_ids: string[] | null;
}

/** FROM item `v` with the visitors of an account. @param profileId SQL */
const visitorsOf = (profileId: string): string => `LATERAL (
              SELECT array_agg(l.anonymous_id) AS anonymous_ids
                FROM (SELECT anonymous_id FROM identity.links
                       WHERE workspace_id = $1 AND profile_id = ${profileId}
                       ORDER BY created_at DESC, anonymous_id LIMIT ${ATTRIBUTION_LIMITS.maxVisitors}) AS l) AS v`;

/** Sales and subscriptions of a window by their time. Those of accounts without a visitor have no visitors. */
export async function listVisitorsPayments(
  pool: Pool,
  workspaceId: number,
  list: ListOfConversions,
): Promise<VisitorsConversion[]> {
  const { rows } = await pool.query<Row>({
    name: 'list-visitors-payments',
    text: `SELECT p.payment_id AS conversion_id, p.occurred_at, p.amount_minor, p.currency, p.type, v.anonymous_ids
             FROM ${PAYMENTS_WITH_OWNERS}
            CROSS JOIN ${visitorsOf('o.id')}
            WHERE p.workspace_id = $1 AND p.type <> 'refund' AND p.occurred_at >= $2 AND p.occurred_at < $3
              AND (p.occurred_at, p.payment_id) > ($4, $5)
            ORDER BY p.occurred_at, p.payment_id
            LIMIT $6`,
    values: valuesOf(workspaceId, list),
  });
  return rows.map(conversionOf);
}

/** An account that was stored longer before its first visitor was imported, and is no signup. */
const SIGNUP_WINDOW = "interval '1 day'";

/** The accounts of a window by the time at which they were first stored. Those without a signup have no visitors. */
export async function listVisitorsSignups(
  pool: Pool,
  workspaceId: number,
  list: ListOfConversions,
): Promise<VisitorsConversion[]> {
  const { rows } = await pool.query<Row>({
    name: 'list-visitors-signups',
    text: `SELECT s.conversion_id, o.created_at AS occurred_at, NULL AS amount_minor, NULL AS currency, 'signup' AS type,
                  CASE WHEN EXISTS (SELECT FROM identity.links AS l
                                     WHERE l.workspace_id = $1 AND l.profile_id = o.id
                                       AND l.created_at <= o.created_at + ${SIGNUP_WINDOW})
                       THEN v.anonymous_ids END AS anonymous_ids
             FROM identity.profiles AS o
            CROSS JOIN LATERAL (SELECT 'signup-' || o.id AS conversion_id) AS s
            CROSS JOIN ${visitorsOf('o.id')}
            WHERE o.workspace_id = $1 AND o.created_at >= $2 AND o.created_at < $3
              AND o.created_at >= $4 AND (o.created_at, s.conversion_id) > ($4, $5)
            ORDER BY o.created_at, s.conversion_id
            LIMIT $6`,
    values: valuesOf(workspaceId, list),
  });
  return rows.map(conversionOf);
}

function valuesOf(workspaceId: number, { startMs, endMs, after, limit }: ListOfConversions): unknown[] {
  return [
    ...[workspaceId, new Date(startMs), new Date(endMs)],
    ...[new Date(after?.occurredAtMs ?? 0), after?.conversionId ?? '', limit],
  ];
}

function conversionOf({ conversion_id, occurred_at, amount_minor, anonymous_ids, ...row }: Row) {
  return {
    ...row,
    conversionId: conversion_id,
    occurredAtMs: occurred_at.getTime(),
    amountMinor: amount_minor === null ? null : BigInt(amount_minor),
    anonymousIds: anonymous_ids ?? [],
  };
}
