import type { PoolClient } from '@headwater/kit/pg/pool';
import type { EmailDigest, EmailDigests } from '../domain/email';
import type { Profile } from '../domain/profile';
import { traitsJson, type TraitValue } from '../domain/traits';

/** A row of `profiles`. */
export interface StoredProfile {
  /** A bigint, as pg returns it. */
  readonly id: string;
  readonly digest: Buffer;
  readonly keyId: string;
  readonly profile: Profile;
  /** Changes with each write. */
  readonly version: string;
}

export interface ProfileRow {
  id: string;
  email_digest: Buffer;
  key_id: string;
  user_id: string | null;
  plan: string | null;
  company: string | null;
  /** A numeric, as pg returns it. */
  mrr: string | null;
  traits: Record<string, TraitValue>;
  version: string;
}

/** The columns of a `ProfileRow`, of profiles `p`. */
export const PROFILE_COLUMNS =
  'id, email_digest, key_id, user_id, plan, company, mrr, traits, p.xmin::text AS version';

export function storedProfileOf(row: ProfileRow): StoredProfile {
  return {
    id: row.id,
    digest: row.email_digest,
    keyId: row.key_id,
    profile: {
      userId: row.user_id,
      plan: row.plan,
      company: row.company,
      mrr: row.mrr === null ? null : Number(row.mrr),
      traits: new Map(Object.entries(row.traits)),
    },
    version: row.version,
  };
}

/** Profiles as query parameters, one array per column: digest, key id, user id, plan, company, MRR, traits. */
export function profileArrays(profiles: readonly (EmailDigest & { readonly profile: Profile })[]): unknown[] {
  return [
    profiles.map(({ digest }) => digest),
    profiles.map(({ keyId }) => keyId),
    profiles.map(({ profile }) => profile.userId),
    profiles.map(({ profile }) => profile.plan),
    profiles.map(({ profile }) => profile.company),
    profiles.map(({ profile }) => (profile.mrr === null ? null : String(profile.mrr))),
    profiles.map(({ profile }) => traitsJson(profile.traits)),
  ];
}

/**
 * SQL array of the ids of the profiles in workspace $1 that match any of the digests $2.
 *
 * OFFSET 0 is an optimisation fence, and the workspace is a column beside each digest, so that Postgres looks up every digest
 * by index. Without the fence, the generic plan assumes an average workspace, of which most are small, and scans the whole
 * workspace: every profile of a large one, on each call.
 */
export const PROFILE_IDS_OF_DIGESTS = `ARRAY(
  SELECT named.id
    FROM (SELECT $1::bigint AS workspace_id, digest AS email_digest FROM unnest($2::bytea[]) AS digest OFFSET 0) AS sent
    JOIN identity.profiles AS named USING (workspace_id, email_digest))`;

/** The profile id of each account, in the order of `accounts`; undefined for an account without a profile under any live key. */
export async function findProfileIds(
  client: PoolClient,
  workspaceId: number,
  accounts: readonly EmailDigests[],
): Promise<(string | undefined)[]> {
  if (accounts.length === 0) return [];
  const result = await client.query<{ id: string; digest: string }>({
    name: 'find-profile-ids',
    text: `SELECT id, encode(email_digest, 'hex') AS digest
             FROM identity.profiles
            WHERE workspace_id = $1 AND id = ANY (${PROFILE_IDS_OF_DIGESTS})`,
    values: [workspaceId, accounts.flatMap((digests) => digests.map(({ digest }) => digest))],
  });
  const byDigest = new Map(result.rows.map(({ id, digest }) => [digest, id]));
  return accounts.map((digests) =>
    digests.map(({ digest }) => byDigest.get(digest.toString('hex'))).find((id) => id !== undefined),
  );
}
