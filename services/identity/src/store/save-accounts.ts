import type { FieldError } from '@headwater/kit/errors';
import type { PoolClient } from '@headwater/kit/pg/pool';
import { digestKey, type EmailDigest, type EmailDigests } from '../domain/digest-email';
import type { Parsed } from '../domain/parsed';
import { EMPTY_PROFILE, type Profile, type ProfileChanges } from '../domain/profile';
import { insertProfiles } from './insert-profiles';
import { lockDigests } from './lock-digests';
import { lockProfiles } from './lock-profiles';
import { LostRace } from './lost-race';
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
 * Merges changes into profiles within the caller's transaction, and makes those that are not there: three statements for
 * any number. The profiles stay locked until it ends. Profiles found under an older key move to the current one.
 *
 * @returns one entry for each of `accounts`, in their order.
 * @throws {LostRace} see `inTransactions`
 */
export async function saveAccounts(client: PoolClient, save: SaveAccounts): Promise<SavedAccount[]> {
  const { workspaceId, now } = save;
  const distinct = [...new Map(save.accounts.map(({ digests }) => [keyOf(digests), digests])).values()];
  if (distinct.length === 0) return [];
  await lockDigests(client, workspaceId, distinct);
  const drafts = draftsOf(distinct, await lockProfiles(client, workspaceId, distinct));

  const merged = save.accounts.map(({ digests, changes }) => {
    const draft = draftAt(drafts, digests);
    const result = save.merge(draft.profile, changes);
    if (result.ok) draft.profile = result.value;
    return { draft, problems: result.ok ? [] : result.problems };
  });

  const made = [...drafts.values()].filter(({ stored }) => stored === undefined);
  const ids = await insertProfiles(client, {
    workspaceId,
    profiles: made.map(({ current, profile }) => ({ ...current, profile })),
    now,
  });
  if (ids.size < made.length) throw new LostRace('An account was made by another call.');
  const profiles = [...drafts.values()].flatMap(({ stored, current, profile }) =>
    stored === undefined || (stored.keyId === current.keyId && save.isSame(stored.profile, profile))
      ? []
      : [{ id: stored.id, ...current, profile }],
  );
  await writeProfiles(client, { workspaceId, profiles, now });
  return merged.map(({ draft, problems }) => ({ profileId: idOf(draft, ids), problems }));
}

/** A profile on its way to what will be written; `stored` is locked, and absent when there is none yet. */
interface Draft {
  readonly stored: StoredProfile | undefined;
  readonly current: EmailDigest;
  profile: Profile;
}

/** One draft an account, by its current digest. */
function draftsOf(accounts: readonly EmailDigests[], locked: readonly StoredProfile[]): Map<string, Draft> {
  const byDigest = new Map(locked.map((stored) => [digestKey(stored.digest), stored]));
  return new Map(
    accounts.map((digests) => {
      // Should there be a profile under each of two keys, the current key's counts and the other is left alone.
      const stored = digests
        .map(({ digest }) => byDigest.get(digestKey(digest)))
        .find((one) => one !== undefined);
      return [keyOf(digests), { stored, current: digests[0], profile: stored?.profile ?? EMPTY_PROFILE }];
    }),
  );
}

/** What tells accounts apart within a call. */
function keyOf(digests: EmailDigests): string {
  return digestKey(digests[0].digest);
}

function draftAt(drafts: ReadonlyMap<string, Draft>, digests: EmailDigests): Draft {
  const draft = drafts.get(keyOf(digests));
  if (draft === undefined) throw new Error('An account has no draft.');
  return draft;
}

/** @param made the ids of new profiles, by digest */
function idOf({ stored, current }: Draft, made: ReadonlyMap<string, string>): string {
  const id = stored?.id ?? made.get(digestKey(current.digest));
  if (id === undefined) throw new Error('A saved profile was not found.');
  return id;
}
