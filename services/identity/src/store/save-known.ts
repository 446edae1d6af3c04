import type { Pool } from '@headwater/kit/pg/pool';
import { findIdentified, type Identified } from './find-identified';
import type { AccountOfVisitor, SavedIdentified } from './identified-account';
import { rewriteProfiles } from './rewrite-profiles';
import type { SaveAccounts } from './save-accounts';
import type { StoredProfile } from './profile-row';

export type SaveKnown = Omit<SaveAccounts, 'accounts'> & {
  /** Each account once. */
  readonly accounts: readonly AccountOfVisitor[];
};

/** `unknown`: there is no such account; `unsettled`: there may be, and the visitor's first session is to be asked for. */
export type SavedKnown =
  | { readonly outcome: 'saved'; readonly saved: SavedIdentified }
  | { readonly outcome: 'unknown' | 'unsettled' };

/**
 * Saves what is told of accounts that are known with their visitors and whose channels are recorded, as most are that come
 * with each sign-in: one statement that reads, and one that writes if anything is new. The visitors' sessions need no
 * second look: the repair mends the record if events disprove it.
 *
 * @returns one entry for each of `accounts`, in their order.
 */
export async function saveKnown(pool: Pool, save: SaveKnown): Promise<SavedKnown[]> {
  const { workspaceId, accounts, now } = save;
  const visitors = accounts.map(({ digests: [{ digest }], anonymousId }) => ({ digest, anonymousId }));
  const found = await findIdentified(pool, workspaceId, visitors);
  const looked = accounts.map((account, place) => lookAt(save, account, found[place]));
  const profiles = looked.flatMap(({ rewrite }) => rewrite ?? []);
  const written = await rewriteProfiles(pool, { workspaceId, profiles, now });
  return looked.map(({ rewrite, known }) =>
    rewrite && !written.has(rewrite.id) ? { outcome: 'unsettled' } : known,
  );
}

/** What becomes of an account, once what is told of it is written where that is news. */
interface Looked {
  readonly known: SavedKnown;
  readonly rewrite?: StoredProfile;
}

function lookAt(
  { merge, isSame }: SaveKnown,
  { digests, changes }: AccountOfVisitor,
  found: Identified | undefined,
): Looked {
  // While several keys are live, it may be known by another digest.
  if (found === undefined) return { known: { outcome: digests.length === 1 ? 'unknown' : 'unsettled' } };
  const { stored, channel } = found;
  if (channel === undefined) return { known: { outcome: 'unsettled' } };
  const merged = merge(stored.profile, changes);
  if (!merged.ok) return { known: { outcome: 'saved', saved: { ok: false, problems: merged.problems } } };
  const known: SavedKnown = { outcome: 'saved', saved: { ok: true, channel } };
  return isSame(stored.profile, merged.value)
    ? { known }
    : { known, rewrite: { ...stored, profile: merged.value } };
}
