import type { FieldError } from '@headwater/kit/errors';
import type { PoolClient } from '@headwater/kit/pg/pool';
import { digestKey, type EmailDigests } from '../domain/email';
import { EMPTY_PROFILE, type MergedProfile, type Profile, type ProfileChanges } from '../domain/profile';
import { lockDigests, lockProfiles } from './locks';
import type { StoredProfile } from './profiles';
import { LostRace } from './transactions';
import { insertProfiles, updateProfiles, type InsertProfiles } from './write-profiles';

export interface AccountChanges {
  readonly digests: EmailDigests;
  readonly changes: ProfileChanges;
}

export interface SaveAccounts {
  readonly workspaceId: number;
  /** In the order of the call. An account may occur several times. */
  readonly accounts: readonly AccountChanges[];
  readonly merge: (profile: Profile, changes: ProfileChanges) => MergedProfile;
  readonly isSame: (a: Profile, b: Profile) => boolean;
  /** Unix milliseconds. */
  readonly now: number;
}

/** The result of one entry of `accounts`, with the fields that its merge left out. */
export interface SavedAccount {
  readonly profileId: string;
  readonly warnings: readonly FieldError[];
}

/**
 * Saves accounts within the caller's transaction: merges changes into existing profiles and creates missing ones, in three
 * statements for any number. The profiles stay locked until the transaction ends. Profiles under an older key move to the
 * current key.
 *
 * @returns one entry for each of `accounts`, in their order.
 * @throws {LostRace} see `inRetriedTransaction`
 */
export async function saveAccounts(client: PoolClient, save: SaveAccounts): Promise<SavedAccount[]> {
  const { merged, ids } = await mergeAndWrite(client, { ...save, ids: true });
  return merged.map(({ draft, warnings }) => ({ profileId: idOf(draft, ids), warnings }));
}

/** `saveAccounts` without reading the profile ids. @returns the warnings of each of `accounts`, in their order */
export async function saveAccountsInBulk(
  client: PoolClient,
  save: SaveAccounts,
): Promise<(readonly FieldError[])[]> {
  const { merged } = await mergeAndWrite(client, { ...save, ids: false });
  return merged.map(({ warnings }) => warnings);
}

/** Creates the profiles of accounts that have none, and changes no other field. @returns one entry for each account */
export async function ensureAccounts(
  client: PoolClient,
  {
    workspaceId,
    accounts,
    now,
  }: Pick<SaveAccounts, 'workspaceId' | 'now'> & { accounts: readonly EmailDigests[] },
): Promise<SavedAccount[]> {
  return saveAccounts(client, {
    workspaceId,
    accounts: accounts.map((digests) => ({ digests, changes: { traits: new Map() } })),
    merge: (profile) => ({ profile, warnings: [] }),
    isSame: () => true,
    now,
  });
}

async function mergeAndWrite(client: PoolClient, save: SaveAccounts & Pick<InsertProfiles, 'ids'>) {
  const { workspaceId, now, accounts } = save;
  const drafts = new Map<string, Draft>();
  const draftOfEach = accounts.map(({ digests }) => {
    const key = digestKey(digests[0].digest);
    const draft = drafts.get(key) ?? { digests, stored: undefined, profile: EMPTY_PROFILE };
    drafts.set(key, draft);
    return draft;
  });
  const distinct = [...drafts.values()];
  if (distinct.length === 0) return { merged: [], ids: new Map<string, string>() };
  const digests = distinct.map((draft) => draft.digests);
  await lockDigests(client, workspaceId, digests);
  startFrom(await lockProfiles(client, workspaceId, digests), distinct);

  const merged = accounts.map(({ changes }, index) => {
    const draft = draftOfEach[index] as Draft;
    const { profile, warnings } = save.merge(draft.profile, changes);
    draft.profile = profile;
    return { draft, warnings };
  });

  const fresh = distinct.filter(({ stored }) => stored === undefined);
  const { inserted, ids } = await insertProfiles(client, {
    workspaceId,
    profiles: fresh.map(({ digests: [current], profile }) => ({ ...current, profile })),
    now,
    ids: save.ids,
  });
  if (inserted < fresh.length) throw new LostRace('Another call created the same account.');
  const profiles = distinct.flatMap(({ stored, digests: [current], profile }) =>
    stored === undefined || (stored.keyId === current.keyId && save.isSame(stored.profile, profile))
      ? []
      : [{ id: stored.id, ...current, profile }],
  );
  await updateProfiles(client, { workspaceId, profiles, now });
  return { merged, ids };
}

/** A profile before it is written. `stored` is the locked row; undefined for a new account. */
interface Draft {
  readonly digests: EmailDigests;
  stored: StoredProfile | undefined;
  profile: Profile;
}

/** Initialises each draft with its stored profile, if there is one. */
function startFrom(locked: readonly StoredProfile[], drafts: readonly Draft[]): void {
  if (locked.length === 0) return;
  const byDigest = new Map(locked.map((stored) => [digestKey(stored.digest), stored]));
  for (const draft of drafts) {
    // If there is a profile under each of two keys, the one under the current key counts; the other stays unchanged.
    draft.stored = draft.digests
      .map(({ digest }) => byDigest.get(digestKey(digest)))
      .find((one) => one !== undefined);
    draft.profile = draft.stored?.profile ?? EMPTY_PROFILE;
  }
}

/** @param inserted the ids of new profiles, by digest */
function idOf({ stored, digests: [{ digest }] }: Draft, inserted: ReadonlyMap<string, string>): string {
  const id = stored?.id ?? inserted.get(digestKey(digest));
  if (id === undefined) throw new Error('A saved profile was not found.');
  return id;
}
