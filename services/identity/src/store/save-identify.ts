import type { FieldError } from '@headwater/kit/errors';
import type { Pool } from '@headwater/kit/pg/pool';
import type { Attribution } from '../domain/attribution';
import { EMPTY_PROFILE } from '../domain/profile';
import { insertIdentified } from './insert-identified';
import { inTransactions } from './lost-race';
import { putLink } from './put-link';
import { recordAttribution } from './record-attribution';
import { saveAccounts, type AccountChanges, type SaveAccounts } from './save-accounts';

export type SaveIdentify = Omit<SaveAccounts, 'accounts'> & {
  readonly account: AccountChanges;
  readonly anonymousId: string;
  /** What analytics calls the visitor. */
  readonly visitorKey: Buffer;
  /** The visitor's first session; absent when none was observed, and then the link is pending. */
  readonly attribution: Attribution | undefined;
  /** Whether there was no such account a moment ago: a hint that saves statements. */
  readonly isNew: boolean;
};

/** Channel: the recorded one, present when a session was observed. Problems: the traits were refused, nothing linked. */
export type SavedIdentify =
  | { readonly ok: true; readonly channel?: string }
  | { readonly ok: false; readonly problems: readonly FieldError[] };

/** Saves an account with its link to a visitor, and records the channel if a session of the visitor was observed. */
export async function saveIdentify(pool: Pool, save: SaveIdentify): Promise<SavedIdentify> {
  const { account, attribution } = save;
  if (save.isNew) {
    const merged = save.merge(EMPTY_PROFILE, account.changes);
    if (!merged.ok) return { ok: false, problems: merged.problems };
    const [current] = account.digests;
    if (await insertIdentified(pool, { ...save, ...current, profile: merged.value }))
      return attribution ? { ok: true, channel: attribution.channel } : { ok: true };
  }
  return saveInTransaction(pool, save);
}

function saveInTransaction(pool: Pool, save: SaveIdentify): Promise<SavedIdentify> {
  const { workspaceId, account, anonymousId, visitorKey, attribution, now } = save;
  return inTransactions(pool, async (client) => {
    const [saved] = await saveAccounts(client, { ...save, accounts: [account] });
    if (saved === undefined || saved.problems.length > 0)
      return { ok: false, problems: saved?.problems ?? [] };
    const { profileId } = saved;
    const linked = attribution !== undefined;
    const link = await putLink(client, {
      workspaceId,
      profileId,
      anonymousId,
      visitorKey,
      linked,
      now,
    });
    if (!attribution) return { ok: true };
    return {
      ok: true,
      channel: await recordAttribution(client, { workspaceId, profileId, link, attribution, now }),
    };
  });
}
