import type { FieldError } from '@headwater/kit/errors';
import type { Db } from '@headwater/kit/pg/pool';
import { newAttribution, type Attribution } from '../domain/attribution';
import { digestKey } from '../domain/email';
import type { HmacKeys } from '../domain/hmac-keys';
import { EMPTY_PROFILE, type Profile } from '../domain/profile';
import {
  ATTRIBUTION_COLUMNS,
  attributionArrays,
  attributionParameters,
  recordAttributions,
} from './attributions';
import { findErasedVisitors } from './erased-visitors';
import { putLinks, visitorKeyOrNull } from './links';
import { profileArrays } from './profiles';
import { saveAccounts, type AccountChanges, type SaveAccounts } from './save-accounts';
import { inRetriedTransaction, retryLostRaces } from './transactions';

/** An account, and a visitor to link to it. */
export interface AccountOfVisitor extends AccountChanges {
  readonly anonymousId: string;
}

/** An account with a visitor whose first session was queried. */
export interface IdentifiedAccount extends AccountOfVisitor {
  /** The key of the visitor in analytics. Absent if analytics was unreachable. */
  readonly visitorKey?: Buffer;
  /** The visitor's first session. Absent when none was observed or analytics was unreachable: the link is pending. */
  readonly attribution: Attribution | undefined;
  /** Whether the account did not exist at the last read. A hint that saves statements. */
  readonly isNew: boolean;
}

export interface SavedIdentified {
  /** The recorded channel; undefined while the link is pending. */
  readonly channel: string | undefined;
  /** Fields that were left out. */
  readonly warnings: readonly FieldError[];
}

export type SaveIdentified = Omit<SaveAccounts, 'accounts'> & {
  /** Each account once. */
  readonly accounts: readonly IdentifiedAccount[];
  readonly keys: HmacKeys;
};

/**
 * Saves accounts, links their visitors, and records the attribution of each account whose visitor has a first session. New
 * accounts take one statement in total; the others take one transaction. Erased visitors are not linked.
 *
 * @returns one entry for each of `accounts`, in their order.
 */
export async function saveIdentified(db: Db, save: SaveIdentified): Promise<SavedIdentified[]> {
  const { workspaceId, accounts, keys, now } = save;
  const anonymousIds = accounts.flatMap(({ isNew, anonymousId }) => (isNew ? [anonymousId] : []));
  const erased = await findErasedVisitors(db, { workspaceId, anonymousIds, keys });
  const fresh = accounts
    .filter(({ isNew, anonymousId }) => isNew && !erased.has(anonymousId))
    .map((account) => ({ account, ...save.merge(EMPTY_PROFILE, account.changes) }));
  const insert = () => insertIdentified(db, { workspaceId, accounts: fresh, now });
  // In a transaction of the caller, the caller retries.
  const inserted = await ('release' in db ? insert() : retryLostRaces(insert));
  const others = accounts.filter((account) => !inserted.has(account));
  const saved = await saveInTransaction(db, { ...save, accounts: others });
  const warnings = new Map(fresh.map((merged) => [merged.account, merged.warnings]));
  return accounts.map(
    (account) =>
      saved.get(account) ?? {
        channel: account.attribution?.channel,
        warnings: warnings.get(account) ?? [],
      },
  );
}

async function saveInTransaction(
  db: Db,
  save: SaveIdentified,
): Promise<ReadonlyMap<IdentifiedAccount, SavedIdentified>> {
  const { workspaceId, accounts, keys, now } = save;
  if (accounts.length === 0) return new Map();
  return inRetriedTransaction(db, async (client) => {
    const saved = await saveAccounts(client, save);
    const links = accounts.map(({ anonymousId, visitorKey, attribution }, index) => {
      const { profileId = '' } = saved[index] ?? {};
      const resolved = attribution !== undefined;
      const arrivedAtMs = attribution?.arrivedAtMs ?? null;
      const link = { profileId, anonymousId, attribution, resolved, arrivedAtMs };
      return visitorKey ? { ...link, visitorKey } : link;
    });
    const stored = await putLinks(client, links, { workspaceId, keys, now });
    const sessions = links.flatMap(({ profileId, attribution }) => {
      const link = stored.get(profileId);
      return link && attribution ? [{ profileId, link, attribution }] : [];
    });
    const channels = await recordAttributions(client, { workspaceId, sessions, now });
    return new Map(
      accounts.map((account, index) => {
        const { profileId = '', warnings = [] } = saved[index] ?? {};
        return [account, { channel: channels.get(profileId), warnings }];
      }),
    );
  });
}

interface InsertIdentified {
  readonly workspaceId: number;
  /** Each account once, with its new profile. */
  readonly accounts: readonly { readonly account: IdentifiedAccount; readonly profile: Profile }[];
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Inserts the profiles of accounts, the links to their visitors and their attributions, in one statement. If another call is
 * inserting the same account, this one waits for it and writes nothing of that account. Lock 3 of `locks.ts`.
 *
 * @returns the accounts that were inserted.
 */
async function insertIdentified(
  db: Db,
  { workspaceId, accounts, now }: InsertIdentified,
): Promise<ReadonlySet<IdentifiedAccount>> {
  if (accounts.length === 0) return new Set();
  const profiles = accounts.map(({ account, profile }) => ({ ...account.digests[0], profile }));
  const result = await db.query<{ email_digest: Buffer }>({
    name: 'insert-identified',
    text: `WITH sent AS (
             SELECT * FROM unnest($3::bytea[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
                                  $10::text[], $11::bytea[], ${attributionParameters(12)})
                           AS one (email_digest, key_id, user_id, plan, company, mrr, traits,
                                   anonymous_id, visitor_key, ${ATTRIBUTION_COLUMNS})),
           inserted AS (
             INSERT INTO identity.profiles (workspace_id, email_digest, key_id, user_id, plan, company, mrr, traits,
                                            created_at, updated_at)
             SELECT $1, email_digest, key_id, user_id, plan, company, mrr::numeric, traits::jsonb, $2, $2
               FROM sent ORDER BY email_digest
             ON CONFLICT (workspace_id, email_digest) DO NOTHING
             RETURNING id AS profile_id, email_digest),
           linked AS (
             INSERT INTO identity.links (workspace_id, profile_id, anonymous_id, visitor_key, created_at, linked_at)
             SELECT $1, profile_id, anonymous_id, visitor_key, greatest($2, arrived_at),
                    CASE WHEN channel IS NOT NULL THEN $2::timestamptz END
               FROM inserted JOIN sent USING (email_digest)
             RETURNING profile_id, ordinal),
           recorded AS (
             INSERT INTO identity.attributions (workspace_id, profile_id, recorded_at, decided_by, ${ATTRIBUTION_COLUMNS})
             SELECT $1, profile_id, $2, ordinal, ${ATTRIBUTION_COLUMNS}
               FROM linked JOIN inserted USING (profile_id) JOIN sent USING (email_digest)
              WHERE channel IS NOT NULL)
           SELECT email_digest FROM inserted`,
    values: [
      workspaceId,
      new Date(now),
      ...profileArrays(profiles),
      accounts.map(({ account }) => account.anonymousId),
      accounts.map(({ account }) => visitorKeyOrNull(account.visitorKey)),
      ...attributionArrays(
        accounts.map(({ account: { attribution } }) => attribution && newAttribution(attribution, now)),
      ),
    ],
  });
  const inserted = new Set(result.rows.map(({ email_digest }) => digestKey(email_digest)));
  return new Set(
    accounts.flatMap(({ account }) => (inserted.has(digestKey(account.digests[0].digest)) ? [account] : [])),
  );
}
