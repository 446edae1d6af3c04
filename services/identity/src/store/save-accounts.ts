import type { FieldError } from '@headwater/kit/errors';
import type { PoolClient } from '@headwater/kit/pg/pool';
import { digestKey, type EmailDigests } from '../domain/email';
import type { Parsed } from '../domain/parsed';
import { EMPTY_PROFILE, type Profile, type ProfileChanges } from '../domain/profile';
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
  readonly merge: (profile: Profile, changes: ProfileChanges) => Parsed<Profile>;
  readonly isSame: (a: Profile, b: Profile) => boolean;
  /** Unix milliseconds. */
  readonly now: number;
}

/** The result of one entry of `accounts`. With problems, its merge was refused and left the profile unchanged. */
export interface SavedAccount {
  readonly profileId: string;
  readonly problems: readonly FieldError[];
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
  const { merged, ids } = await mergeAndWrite(client, { ...save, ids: true, leaveOutTraits: false });
  return merged.map(({ draft, problems }) => ({ profileId: idOf(draft, ids), problems }));
}

/**
 * `saveAccounts` without reading the profile ids. Refused traits are left out, and the account's other changes are saved.
 *
 * @returns the problems of each of `accounts`, in their order
 */
export async function saveAccountsInBulk(
  client: PoolClient,
  save: SaveAccounts,
): Promise<(readonly FieldError[])[]> {
  const { merged } = await mergeAndWrite(client, { ...save, ids: false, leaveOutTraits: true });
  return merged.map(({ problems }) => problems);
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
    merge: (profile) => ({ ok: true, value: profile }),
    isSame: () => true,
    now,
  });
}

interface MergeAndWrite extends SaveAccounts, Pick<InsertProfiles, 'ids'> {
  /** Whether an account whose traits are refused gets its other changes. */
  readonly leaveOutTraits: boolean;
}

async function mergeAndWrite(client: PoolClient, save: MergeAndWrite) {
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
    const result = save.merge(draft.profile, changes);
    const written =
      result.ok || !save.leaveOutTraits ? result : save.merge(draft.profile, withoutTraits(changes));
    if (written.ok) draft.profile = written.value;
    return { draft, problems: result.ok ? NO_PROBLEMS : result.problems };
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

function withoutTraits(changes: ProfileChanges): ProfileChanges {
  return { ...changes, traits: new Map() };
}

const NO_PROBLEMS: readonly FieldError[] = [];

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
