import type { Pool, PoolClient } from '@headwater/kit/pg/pool';

/** The proof of an erasure: the numbers of deleted rows and of detached payments, without any data of the account. */
export interface Certificate {
  /** A UUID. */
  readonly id: string;
  /** Unix milliseconds. */
  readonly atMs: number;
  readonly profiles: number;
  readonly links: number;
  readonly payments: number;
  /** Customers of the payment provider. */
  readonly customers: number;
  readonly subscriptions: number;
  /** Visitors that were linked to no other account: analytics deletes their rows. */
  readonly visitors: number;
  /** Counted before their deletion; 0 until then, like `firstTouches`. */
  readonly events: number;
  readonly firstTouches: number;
  /** Unix milliseconds. Absent while rows of the visitors remain in analytics. */
  readonly completedAtMs?: number;
}

interface Row {
  readonly id: string;
  readonly erased_at: Date;
  readonly profiles: number;
  readonly links: number;
  readonly payments: number;
  readonly customers: number;
  readonly subscriptions: number;
  readonly visitors: number;
  readonly events: string | null;
  readonly first_touches: string | null;
  readonly completed_at: Date | null;
}

/** Returns the first stored certificate with one of the ids. */
export async function findCertificate(
  db: Pool | PoolClient,
  workspaceId: number,
  ids: readonly string[],
): Promise<Certificate | undefined> {
  const { rows } = await db.query<Row>({
    name: 'find-certificate',
    text: `SELECT id, erased_at, profiles, links, payments, customers, subscriptions, visitors, events, first_touches,
                  completed_at
             FROM identity.erasures WHERE workspace_id = $1 AND id = ANY ($2::uuid[])`,
    values: [workspaceId, ids],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  const { erased_at, events, first_touches, completed_at, ...certificate } = row;
  return {
    ...certificate,
    atMs: erased_at.getTime(),
    events: Number(events ?? 0),
    firstTouches: Number(first_touches ?? 0),
    ...(completed_at ? { completedAtMs: completed_at.getTime() } : {}),
  };
}

/**
 * Stores the certificate of an erasure. It is complete if no visitor waits for the deletion of its rows in analytics.
 *
 * @param certificate without the rows in analytics
 * @param anonymousIds the visitors that wait, each once
 */
export async function insertCertificate(
  client: PoolClient,
  workspaceId: number,
  certificate: Omit<Certificate, 'visitors' | 'events' | 'firstTouches' | 'completedAtMs'>,
  anonymousIds: readonly string[],
): Promise<void> {
  const { id, atMs, profiles, links, payments, customers, subscriptions } = certificate;
  const isComplete = anonymousIds.length === 0;
  await client.query({
    name: 'insert-erasure',
    text: `INSERT INTO identity.erasures (workspace_id, id, erased_at, profiles, links, payments, customers, subscriptions,
                                          visitors, completed_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, CASE WHEN $10::boolean THEN $3::timestamptz END)`,
    values: [
      ...[workspaceId, id, new Date(atMs), profiles, links, payments, customers, subscriptions],
      ...[anonymousIds.length, isComplete],
    ],
  });
  if (isComplete) return;
  await client.query({
    name: 'insert-erasure-visitors',
    text: `INSERT INTO identity.erasure_visitors (workspace_id, erasure_id, anonymous_id)
           SELECT $1, $2, anonymous_id FROM unnest($3::text[]) AS anonymous_id`,
    values: [workspaceId, id, anonymousIds],
  });
}

/** An erasure whose visitors have rows in analytics. */
export interface RunningErasure {
  readonly workspaceId: number;
  readonly id: string;
}

/** The oldest running erasures of all workspaces. */
export async function listRunningErasures(pool: Pool, limit: number): Promise<RunningErasure[]> {
  const { rows } = await pool.query<{ workspace_id: string; id: string }>({
    name: 'list-running-erasures',
    text: `SELECT workspace_id, id FROM identity.erasures WHERE completed_at IS NULL ORDER BY erased_at LIMIT $1`,
    values: [limit],
  });
  return rows.map(({ workspace_id, id }) => ({ workspaceId: Number(workspace_id), id }));
}

/** The visitors whose rows an erasure must delete in analytics. */
export async function listErasureVisitors(pool: Pool, erasure: RunningErasure): Promise<string[]> {
  const { rows } = await pool.query<{ anonymous_id: string }>({
    name: 'list-erasure-visitors',
    text: `SELECT anonymous_id FROM identity.erasure_visitors WHERE workspace_id = $1 AND erasure_id = $2
            ORDER BY anonymous_id`,
    values: [erasure.workspaceId, erasure.id],
  });
  return rows.map(({ anonymous_id }) => anonymous_id);
}

/** Stores the numbers of the rows to delete. A repeat, which may find fewer rows, changes nothing. */
export async function putErasedRows(
  pool: Pool,
  { workspaceId, id }: RunningErasure,
  rows: { readonly events: number; readonly firstTouches: number },
): Promise<void> {
  await pool.query({
    name: 'put-erased-rows',
    text: `UPDATE identity.erasures SET events = $3, first_touches = $4
            WHERE workspace_id = $1 AND id = $2 AND events IS NULL`,
    values: [workspaceId, id, rows.events, rows.firstTouches],
  });
}

/** Completes an erasure and forgets its visitors. @param now Unix milliseconds */
export async function completeErasure(
  pool: Pool,
  { workspaceId, id }: RunningErasure,
  now: number,
): Promise<void> {
  await pool.query({
    name: 'complete-erasure',
    text: `WITH forgotten AS (DELETE FROM identity.erasure_visitors WHERE workspace_id = $1 AND erasure_id = $2)
           UPDATE identity.erasures SET completed_at = $3
            WHERE workspace_id = $1 AND id = $2 AND completed_at IS NULL`,
    values: [workspaceId, id, new Date(now)],
  });
}
