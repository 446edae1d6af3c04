import type { Db } from '@headwater/kit/pg/pool';
import { PROFILE_COLUMNS, storedProfileOf, type ProfileRow, type StoredProfile } from './profiles';
import type { SaveAccounts } from './save-accounts';
import type { AccountOfVisitor, SavedIdentified } from './save-identified';
import { rewriteProfiles } from './write-profiles';

export type SaveAttributed = Omit<SaveAccounts, 'accounts'> & {
  /** Each account once. */
  readonly accounts: readonly AccountOfVisitor[];
};

/**
 * `saved`: the visitor's link is resolved, and the changes are written. `new-account`: there is no such account.
 * `needs-first-touch`: nothing is written, and the caller must query the visitor's first session.
 */
export type SavedAttributed =
  | { readonly outcome: 'saved'; readonly saved: SavedIdentified }
  | { readonly outcome: 'new-account' }
  /** `linkedAtMs`: when the visitor's pending link was stored, Unix milliseconds; undefined without such a link. */
  | { readonly outcome: 'needs-first-touch'; readonly linkedAtMs?: number };

/**
 * Saves the changes of accounts whose attribution is recorded and whose visitor is already linked. This is the common case: a
 * repeated sign-in. It costs one read, and one write if anything changed. It does not query the visitor's sessions, because
 * the repair replaces an attribution that late events contradict.
 *
 * @returns one entry for each of `accounts`, in their order.
 */
export async function saveAttributed(db: Db, save: SaveAttributed): Promise<SavedAttributed[]> {
  const { workspaceId, accounts, now } = save;
  const visitors = accounts.map(({ digests: [{ digest }], anonymousId }) => ({ digest, anonymousId }));
  const found = await findIdentified(db, workspaceId, visitors);
  const planned = accounts.map((account, index) => planUpdate(save, account, found[index]));
  const profiles = planned.flatMap(({ rewrite }) => rewrite ?? []);
  const written = await rewriteProfiles(db, { workspaceId, profiles, now });
  return planned.map(({ rewrite, result }) =>
    rewrite && !written.has(rewrite.id) ? { outcome: 'needs-first-touch' } : result,
  );
}

/** The result of an account once `rewrite` is written; without `rewrite`, nothing changes. */
interface PlannedUpdate {
  readonly result: SavedAttributed;
  readonly rewrite?: StoredProfile;
}

function planUpdate(
  { merge, isSame }: SaveAttributed,
  { digests, changes }: AccountOfVisitor,
  found: Identified | undefined,
): PlannedUpdate {
  // While several keys are live, the account may be stored under another digest.
  if (found === undefined)
    return { result: { outcome: digests.length === 1 ? 'new-account' : 'needs-first-touch' } };
  const { stored, channel, linkedAtMs } = found;
  if (channel === undefined)
    return { result: { outcome: 'needs-first-touch', ...(linkedAtMs === undefined ? {} : { linkedAtMs }) } };
  const { profile, warnings } = merge(stored.profile, changes);
  const result: SavedAttributed = { outcome: 'saved', saved: { channel, warnings } };
  return isSame(stored.profile, profile) ? { result } : { result, rewrite: { ...stored, profile } };
}

/** An account, and the visitor of its identify call. */
export interface DigestOfVisitor {
  readonly digest: Buffer;
  readonly anonymousId: string;
}

/** A stored account. */
export interface Identified {
  readonly stored: StoredProfile;
  /** The recorded channel; undefined unless the visitor's link to the account is resolved. */
  readonly channel: string | undefined;
  /** When the visitor was linked to the account, Unix milliseconds; undefined without a link. */
  readonly linkedAtMs: number | undefined;
}

/**
 * The stored account of each digest, in their order; undefined where there is none. Locks nothing. Each digest is looked up
 * by index, as in `PROFILE_IDS_OF_DIGESTS`.
 */
export async function findIdentified(
  db: Db,
  workspaceId: number,
  accounts: readonly DigestOfVisitor[],
): Promise<(Identified | undefined)[]> {
  const result = await db.query<
    ProfileRow & { index: number; channel: string | null; linked_since: Date | null }
  >({
    name: 'find-identified',
    text: `SELECT ${PROFILE_COLUMNS}, sent.index, l.created_at AS linked_since,
                  (SELECT a.channel
                     FROM identity.attributions AS a
                    WHERE a.workspace_id = p.workspace_id AND a.profile_id = p.id AND l.linked_at IS NOT NULL) AS channel
             FROM (SELECT $1::bigint AS workspace_id, one.email_digest, one.anonymous_id, one.ordinal::int - 1 AS index
                     FROM unnest($2::bytea[], $3::text[]) WITH ORDINALITY AS one (email_digest, anonymous_id, ordinal)
                   OFFSET 0) AS sent
             JOIN identity.profiles AS p USING (workspace_id, email_digest)
             LEFT JOIN identity.links AS l
                    ON l.workspace_id = p.workspace_id AND l.profile_id = p.id AND l.anonymous_id = sent.anonymous_id`,
    values: [
      workspaceId,
      accounts.map(({ digest }) => digest),
      accounts.map(({ anonymousId }) => anonymousId),
    ],
  });
  const found: (Identified | undefined)[] = accounts.map(() => undefined);
  for (const row of result.rows)
    found[row.index] = {
      stored: storedProfileOf(row),
      channel: row.channel ?? undefined,
      linkedAtMs: row.linked_since?.getTime(),
    };
  return found;
}
