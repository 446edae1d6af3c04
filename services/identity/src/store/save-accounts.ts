import type { FieldError } from '@headwater/kit/errors';
import type { PoolClient } from '@headwater/kit/pg/pool';
import { digestKey, type EmailDigests } from '../domain/digest-email';
import type { Parsed } from '../domain/parsed';
import { EMPTY_PROFILE, type Profile, type ProfileChanges } from '../domain/profile';
import { insertProfiles, type InsertProfiles } from './insert-profiles';
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
  const { merged, ids } = await mergeAndWrite(client, { ...save, ids: true });
  return merged.map(({ draft, problems }) => ({ profileId: idOf(draft, ids), problems }));
}

/** The same for who asks for no ids. @returns the problems of each of `accounts`, in their order. */
export async function saveInBulk(client: PoolClient, save: SaveAccounts): Promise<(readonly FieldError[])[]> {
  const { merged } = await mergeAndWrite(client, { ...save, ids: false });
  return merged.map(({ problems }) => problems);
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

  const merged = accounts.map(({ changes }, place) => {
    const draft = draftOfEach[place] as Draft;
    const result = save.merge(draft.profile, changes);
    if (result.ok) draft.profile = result.value;
    return { draft, problems: result.ok ? NO_PROBLEMS : result.problems };
  });

  const fresh = distinct.filter(({ stored }) => stored === undefined);
  const { made, ids } = await insertProfiles(client, {
    workspaceId,
    profiles: fresh.map(({ digests: [current], profile }) => ({ ...current, profile })),
    now,
    ids: save.ids,
  });
  if (made < fresh.length) throw new LostRace('An account was made by another call.');
  const profiles = distinct.flatMap(({ stored, digests: [current], profile }) =>
    stored === undefined || (stored.keyId === current.keyId && save.isSame(stored.profile, profile))
      ? []
      : [{ id: stored.id, ...current, profile }],
  );
  await writeProfiles(client, { workspaceId, profiles, now });
  return { merged, ids };
}

const NO_PROBLEMS: readonly FieldError[] = [];

/** A profile on its way to what will be written; `stored` is locked, and absent when there is none yet. */
interface Draft {
  readonly digests: EmailDigests;
  stored: StoredProfile | undefined;
  profile: Profile;
}

/** Lets each draft start from the profile that is there already. */
function startFrom(locked: readonly StoredProfile[], drafts: readonly Draft[]): void {
  if (locked.length === 0) return;
  const byDigest = new Map(locked.map((stored) => [digestKey(stored.digest), stored]));
  for (const draft of drafts) {
    // Should there be a profile under each of two keys, the current key's counts and the other is left alone.
    draft.stored = draft.digests
      .map(({ digest }) => byDigest.get(digestKey(digest)))
      .find((one) => one !== undefined);
    draft.profile = draft.stored?.profile ?? EMPTY_PROFILE;
  }
}

/** @param made the ids of new profiles, by digest */
function idOf({ stored, digests: [{ digest }] }: Draft, made: ReadonlyMap<string, string>): string {
  const id = stored?.id ?? made.get(digestKey(digest));
  if (id === undefined) throw new Error('A saved profile was not found.');
  return id;
}
