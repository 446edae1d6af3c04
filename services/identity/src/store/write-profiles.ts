import type { Db, PoolClient } from '@headwater/kit/pg/pool';
import { digestKey, type EmailDigest } from '../domain/email';
import type { Profile } from '../domain/profile';
import { profileArrays, type StoredProfile } from './profiles';

export interface InsertProfiles {
  readonly workspaceId: number;
  /** Under their current digests, each at most once. */
  readonly profiles: readonly (EmailDigest & { readonly profile: Profile })[];
  /** Unix milliseconds. */
  readonly now: number;
  /** Whether to return the ids. A bulk call needs none and saves reading a thousand. */
  readonly ids: boolean;
}

export interface InsertedProfiles {
  readonly inserted: number;
  /** By `digestKey`; empty unless requested. */
  readonly ids: ReadonlyMap<string, string>;
}

/**
 * Inserts profiles of new accounts. If another transaction is inserting the same account, this one waits for it and leaves
 * that row unchanged. Lock 3 of `locks.ts`.
 */
export async function insertProfiles(client: PoolClient, insert: InsertProfiles): Promise<InsertedProfiles> {
  if (insert.profiles.length === 0) return { inserted: 0, ids: new Map() };
  const result = await client.query<{ id: string; email_digest: Buffer }>({
    name: insert.ids ? 'insert-profiles' : 'insert-profiles-in-bulk',
    text: `INSERT INTO identity.profiles (workspace_id, email_digest, key_id, user_id, plan, company, mrr, traits,
                                          created_at, updated_at)
           SELECT $1, email_digest, key_id, user_id, plan, company, mrr::numeric, traits::jsonb, $2, $2
             FROM unnest($3::bytea[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
                  AS sent (email_digest, key_id, user_id, plan, company, mrr, traits)
            ORDER BY email_digest
           ON CONFLICT (workspace_id, email_digest) DO NOTHING
           ${insert.ids ? 'RETURNING id, email_digest' : ''}`,
    values: [insert.workspaceId, new Date(insert.now), ...profileArrays(insert.profiles)],
  });
  return {
    inserted: result.rowCount ?? 0,
    ids: new Map(result.rows.map(({ id, email_digest }) => [digestKey(email_digest), id])),
  };
}

export interface UpdateProfiles {
  readonly workspaceId: number;
  /** Locked by the caller's transaction. */
  readonly profiles: readonly Omit<StoredProfile, 'version'>[];
  /** Unix milliseconds. */
  readonly now: number;
}

/** Updates locked profiles, including digest and key. Each is looked up by index, as in `PROFILE_IDS_OF_DIGESTS`. */
export async function updateProfiles(client: PoolClient, update: UpdateProfiles): Promise<void> {
  const { profiles } = update;
  if (profiles.length === 0) return;
  await client.query({
    name: 'update-profiles',
    text: `UPDATE identity.profiles
              SET email_digest = written.email_digest, key_id = written.key_id, user_id = written.user_id,
                  plan = written.plan, company = written.company, mrr = written.mrr::numeric,
                  traits = written.traits::jsonb, updated_at = $2
             FROM (SELECT $1::bigint AS workspace_id, sent.*
                     FROM unnest($3::bytea[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                                 $10::bigint[])
                          AS sent (email_digest, key_id, user_id, plan, company, mrr, traits, id)
                   OFFSET 0) AS written
            WHERE profiles.workspace_id = written.workspace_id AND profiles.id = written.id`,
    values: [
      update.workspaceId,
      new Date(update.now),
      ...profileArrays(profiles),
      profiles.map(({ id }) => id),
    ],
  });
}

export interface RewriteProfiles {
  readonly workspaceId: number;
  /** Each once, with the `version` that was read and the new content. */
  readonly profiles: readonly StoredProfile[];
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Updates profiles with optimistic locking: skips those that changed since they were read. Keeps digest and key. Lock 3 of
 * `locks.ts`.
 *
 * @returns the ids of the updated profiles.
 */
export async function rewriteProfiles(
  db: Db,
  { workspaceId, profiles, now }: RewriteProfiles,
): Promise<ReadonlySet<string>> {
  if (profiles.length === 0) return new Set();
  const [, , ...columns] = profileArrays(profiles);
  const result = await db.query<{ id: string }>({
    name: 'rewrite-profiles',
    text: `WITH locked AS (
             SELECT id FROM identity.profiles WHERE workspace_id = $1 AND id = ANY ($3::bigint[])
              ORDER BY id FOR NO KEY UPDATE)
           UPDATE identity.profiles
              SET user_id = written.user_id, plan = written.plan, company = written.company,
                  mrr = written.mrr::numeric, traits = written.traits::jsonb, updated_at = $2
             FROM locked
             JOIN unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
                  AS written (id, version, user_id, plan, company, mrr, traits) USING (id)
            WHERE profiles.workspace_id = $1 AND profiles.id = locked.id AND profiles.xmin = written.version::xid
           RETURNING profiles.id`,
    values: [
      workspaceId,
      new Date(now),
      profiles.map(({ id }) => id),
      profiles.map(({ version }) => version),
      ...columns,
    ],
  });
  return new Set(result.rows.map(({ id }) => id));
}
