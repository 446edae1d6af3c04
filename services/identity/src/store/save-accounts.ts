import type { FieldError } from '@headwater/kit/errors';
import type { PoolClient } from '@headwater/kit/pg/pool';
import type { EmailDigest, EmailDigests } from '../domain/digest-email';
import type { Parsed } from '../domain/parsed';
import type { Profile, ProfileChanges } from '../domain/profile';
import { claimProfiles } from './claim-profiles';
import { lockDigests } from './lock-digests';
import { lockProfiles } from './lock-profiles';
import type { StoredProfile } from './profile-row';
import { writeProfiles } from './write-profiles';

export interface AccountChanges {
  readonly digests: EmailDigests;
  readonly changes: ProfileChanges;
}

export interface SaveAccounts {
  readonly workspaceId: number;
  /** In the order of the call; one account may come repeatedly. */
  readonly accounts: readonly AccountChanges[];
  readonly merge: (profile: Profile, changes: ProfileChanges) => Parsed<Profile>;
  readonly isSame: (a: Profile, b: Profile) => boolean;
  /** Unix milliseconds. */
  readonly now: number;
}

/** What became of one entry of `accounts`. Problems: its merge was refused and the profile stayed as it was. */
export interface SavedAccount {
  readonly profileId: string;
  readonly problems: readonly FieldError[];
}

/**
 * Merges changes into profiles within the caller's transaction, three statements for any number. The profiles stay locked
 * until it ends. Profiles found under an older key move to the current one.
 *
 * @returns one entry for each of `accounts`, in their order.
 */
export async function saveAccounts(client: PoolClient, save: SaveAccounts): Promise<SavedAccount[]> {
  const { workspaceId, now } = save;
  const distinct = [...new Map(save.accounts.map(({ digests }) => [keyOf(digests), digests])).values()];
  if (distinct.length === 0) return [];
  await lockDigests(client, workspaceId, distinct);
  await claimProfiles(client, { workspaceId, accounts: distinct, now });
  const drafts = draftsOf(distinct, await lockProfiles(client, workspaceId, distinct));

  const saved = save.accounts.map(({ digests, changes }) => {
    const draft = find(drafts, [digests[0]]);
    const merged = save.merge(draft.profile, changes);
    if (merged.ok) draft.profile = merged.value;
    return { profileId: draft.stored.id, problems: merged.ok ? [] : merged.problems };
  });

  const profiles = [...drafts.values()]
    .filter(
      ({ stored, current, profile }) =>
        stored.keyId !== current.keyId || !save.isSame(stored.profile, profile),
    )
    .map(({ stored, current, profile }) => ({ id: stored.id, ...current, profile }));
  await writeProfiles(client, { workspaceId, profiles, now });
  return saved;
}

/** A locked profile on its way to what will be written. */
interface Draft {
  readonly stored: StoredProfile;
  readonly current: EmailDigest;
  profile: Profile;
}

/** One draft an account, by its current digest. */
function draftsOf(accounts: readonly EmailDigests[], locked: readonly StoredProfile[]): Map<string, Draft> {
  const byDigest = new Map(locked.map((stored) => [stored.digest.toString('hex'), stored]));
  return new Map(
    accounts.map((digests) => {
      // Should there be a profile under each of two keys, the current key's counts and the other is left alone.
      const stored = find(byDigest, digests);
      return [keyOf(digests), { stored, current: digests[0], profile: stored.profile }];
    }),
  );
}

/** What tells accounts apart within a call. */
function keyOf(digests: EmailDigests): string {
  return digests[0].digest.toString('hex');
}

/** What stands under the first of the digests that is known. */
function find<T>(byDigest: ReadonlyMap<string, T>, digests: readonly EmailDigest[]): T {
  for (const { digest } of digests) {
    const found = byDigest.get(digest.toString('hex'));
    if (found !== undefined) return found;
  }
  // Claimed, then gone before it was locked: only an erasure at that very moment does that. The call may be repeated.
  throw new Error('A claimed profile was not found.');
}
