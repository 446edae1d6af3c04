import type { Pool } from '@headwater/kit/pg/pool';
import { EMPTY_PROFILE } from '../domain/profile';
import type { IdentifiedAccount, SavedIdentified } from './identified-account';
import { insertIdentified } from './insert-identified';
import { again, inTransactions } from './lost-race';
import { putLinks } from './put-links';
import { recordAttributions } from './record-attributions';
import { saveAccounts, type SaveAccounts } from './save-accounts';

export type SaveIdentified = Omit<SaveAccounts, 'accounts'> & {
  /** Each account once. */
  readonly accounts: readonly IdentifiedAccount[];
};

/**
 * Saves accounts with their links to visitors, and records the channel where a session of the visitor was observed: in one
 * statement those that are new, in one transaction the others.
 *
 * @returns one entry for each of `accounts`, in their order.
 */
export async function saveIdentified(pool: Pool, save: SaveIdentified): Promise<SavedIdentified[]> {
  const { workspaceId, accounts, now } = save;
  const fresh = accounts.flatMap((account) => {
    const merged = account.isNew ? save.merge(EMPTY_PROFILE, account.changes) : undefined;
    return merged?.ok === true ? [{ account, profile: merged.value }] : [];
  });
  const made = await again(() => insertIdentified(pool, { workspaceId, accounts: fresh, now }));
  const others = accounts.filter((account) => !made.has(account));
  const saved = await saveInTransaction(pool, { ...save, accounts: others });
  return accounts.map(
    (account) => saved.get(account) ?? answerOf(account.attribution && account.attribution.channel),
  );
}

async function saveInTransaction(
  pool: Pool,
  save: SaveIdentified,
): Promise<ReadonlyMap<IdentifiedAccount, SavedIdentified>> {
  const { workspaceId, accounts, now } = save;
  if (accounts.length === 0) return new Map();
  return inTransactions(pool, async (client) => {
    const saved = await saveAccounts(client, save);
    const links = accounts.flatMap(({ anonymousId, visitorKey, attribution }, place) => {
      const { profileId = '', problems = [] } = saved[place] ?? {};
      const linked = attribution !== undefined;
      return problems.length > 0 ? [] : [{ profileId, anonymousId, visitorKey, attribution, linked }];
    });
    const places = await putLinks(client, links, { workspaceId, now });
    const sessions = links.flatMap(({ profileId, attribution }) => {
      const link = places.get(profileId);
      return link && attribution ? [{ profileId, link, attribution }] : [];
    });
    const channels = await recordAttributions(client, { workspaceId, sessions, now });
    return new Map(
      accounts.map((account, place) => {
        const { profileId = '', problems = [] } = saved[place] ?? {};
        return [account, problems.length > 0 ? { ok: false, problems } : answerOf(channels.get(profileId))];
      }),
    );
  });
}

function answerOf(channel: string | undefined): SavedIdentified {
  return channel === undefined ? { ok: true } : { ok: true, channel };
}
