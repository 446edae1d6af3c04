import { createHmac } from 'node:crypto';
import type { Pool, PoolClient } from '@headwater/kit/pg/pool';
import type { HmacKey, HmacKeys } from '../domain/hmac-keys';

/** Visitors of one workspace, by their ids from the tracker. */
export interface Visitors {
  readonly workspaceId: number;
  readonly anonymousIds: readonly string[];
  readonly keys: HmacKeys;
}

/** Keyed, so that the table proves nothing about a visitor. The prefix separates it from the digests of addresses. */
function digestVisitor({ key }: HmacKey, workspaceId: number, anonymousId: string): Buffer {
  return createHmac('sha256', key).update(`erased visitor\0${workspaceId}\0${anonymousId}`).digest();
}

/** Returns those of the visitors that were erased, under any live key. */
export async function findErasedVisitors(
  db: Pool | PoolClient,
  { workspaceId, anonymousIds, keys }: Visitors,
): Promise<ReadonlySet<string>> {
  if (anonymousIds.length === 0) return new Set();
  const sent = anonymousIds.flatMap((anonymousId) => keys.map((key) => ({ anonymousId, key })));
  const { rows } = await db.query<{ anonymous_id: string }>({
    name: 'find-erased-visitors',
    text: `SELECT DISTINCT sent.anonymous_id
             FROM (SELECT $1::bigint AS workspace_id, one.* FROM unnest($2::text[], $3::bytea[]) AS one (anonymous_id, digest)
                   OFFSET 0) AS sent
             JOIN identity.erased_visitors USING (workspace_id, digest)`,
    values: [
      workspaceId,
      sent.map(({ anonymousId }) => anonymousId),
      sent.map(({ anonymousId, key }) => digestVisitor(key, workspaceId, anonymousId)),
    ],
  });
  return new Set(rows.map(({ anonymous_id }) => anonymous_id));
}

/** Stores that visitors were erased: `putLinks` links them to no account from now on. Lock 9 of `locks.ts`. */
export async function putErasedVisitors(
  client: PoolClient,
  { workspaceId, anonymousIds, keys: [current] }: Visitors,
  now: number,
): Promise<void> {
  if (anonymousIds.length === 0) return;
  await client.query({
    name: 'put-erased-visitors',
    text: `INSERT INTO identity.erased_visitors (workspace_id, digest, key_id, erased_at)
           SELECT $1, digest, $3, $4 FROM unnest($2::bytea[]) AS digest
           ON CONFLICT DO NOTHING`,
    values: [
      workspaceId,
      anonymousIds.map((anonymousId) => digestVisitor(current, workspaceId, anonymousId)),
      current.id,
      new Date(now),
    ],
  });
}
