import type { PoolClient } from '@headwater/kit/pg/pool';
import { REPEAT_WINDOW_MS, type ErasureSubject } from '../domain/certificate';
import type { EmailDigests } from '../domain/email';
import { divideErasure, sealSubject, type ErasedProfile } from '../domain/erasure-log';
import type { HmacKeys } from '../domain/hmac-keys';
import { containsSecret } from '../domain/parse-text';
import { findCertificate, insertCertificate, type Certificate } from './certificates';
import { putErasedPayers } from './erased-payers';
import { putErasedVisitors } from './erased-visitors';
import { insertLoggedErasure } from './erasure-log';
import { clearLatestTouches } from './latest-touches';
import { lockBilling, lockProfiles, lockProfilesOfUser } from './locks';
import { PAYMENTS_WITH_OWNERS } from './payments';
import type { StoredProfile } from './profiles';

export interface EraseAccount {
  readonly workspaceId: number;
  /** The address is hashed under every live key. */
  readonly subject: Exclude<ErasureSubject, { readonly email: string }> | { readonly digests: EmailDigests };
  readonly keys: HmacKeys;
  /** The ids of the certificate, see `certificateIds`. */
  readonly certificateIds: (use: number) => readonly [current: string, ...older: string[]];
  /** False for a visitor id with an address or a JWT without rows in analytics: it is stored only if it was linked to an account. */
  readonly mayStoreVisitor: boolean;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Deletes the subject's profiles with their links, attributions and billing data, detaches their payments, and stores the
 * certificate. Their visitors are linked to no account again; those without another account wait for `finishErasure`. A repeat
 * within `REPEAT_WINDOW_MS` changes nothing and returns the stored certificate. Locks 1, 3, 4, 6, 7 and 9 of `locks.ts`.
 */
export async function eraseAccount(client: PoolClient, erase: EraseAccount): Promise<Certificate> {
  const { workspaceId } = erase;
  // Also makes concurrent calls with one operation id wait for each other.
  await lockBilling(client, workspaceId);
  for (let use = 0; ; use++) {
    const ids = erase.certificateIds(use);
    const stored = await findCertificate(client, workspaceId, ids);
    if (stored === undefined) return eraseAndCertify(client, erase, ids[0]);
    if (stored.atMs > erase.now - REPEAT_WINDOW_MS) return stored;
  }
}

async function eraseAndCertify(client: PoolClient, erase: EraseAccount, id: string): Promise<Certificate> {
  const { workspaceId, subject, keys, now } = erase;
  const found = await lockErased(client, workspaceId, subject);
  const profileIds = found.map((profile) => profile.id);
  const named = 'userId' in subject ? [subject.userId] : [];
  const current = found.flatMap(({ profile }) => profile.userId ?? []);
  const former = await findFormerUserIds(client, workspaceId, profileIds);
  const rows = await eraseRows(client, {
    ...{ workspaceId, keys, now, profileIds },
    userIds: [...new Set([...current, ...named, ...former])],
    anonymousIds: 'anonymousId' in subject ? [subject.anonymousId] : [],
  });
  if ('digests' in subject) {
    const addresses = subject.digests.map(({ digest }) => digest);
    await putErasedPayers(client, { workspaceId, addresses, customerIds: [], keys, now });
  }
  const { userIds: erasedIds, visitors, profiles, ...numbers } = rows;
  const isFound = profiles.length > 0 || rows.payments > 0;
  const isStored = isFound || (await isFormerUserId(client, workspaceId, named.filter(containsSecret)));
  // An address or a JWT is stored only if an earlier version stored it as a user id.
  const userIds = erasedIds.filter((userId) => isStored || !containsSecret(userId));
  const unlinked = await findUnlinked(client, workspaceId, visitors);
  const counts = { profiles: profiles.length, visitors: unlinked.length, ...numbers };
  const certificate = { id, atMs: now, ...counts, closedExports: 0 };
  const wasStored = rows.links > 0 || rows.touches > 0;
  const stored = erase.mayStoreVisitor || wasStored ? unlinked : [];
  await insertCertificate(client, workspaceId, certificate, { anonymousIds: stored, userIds });
  const parts = divideErasure({ profiles, visitors, unlinked: stored, userIds });
  for (const [part, { profiles: profilesOfPart, ...ids }] of parts.entries()) {
    const sealed = sealSubject(keys, { workspaceId, id, part }, ids);
    await insertLoggedErasure(client, {
      ...{ workspaceId, id, part, profiles: profilesOfPart, sealed, keyId: keys[0].id, loggedAt: now },
    });
  }
  const inserted = await findCertificate(client, workspaceId, [id]);
  if (inserted === undefined) throw new Error('The certificate of an erasure was not stored.');
  return inserted;
}

export interface EraseRows {
  readonly workspaceId: number;
  /** Locked by the caller's transaction. */
  readonly profileIds: readonly string[];
  readonly userIds: readonly string[];
  /** Visitors whose links to all accounts are deleted. */
  readonly anonymousIds: readonly string[];
  /** Further visitors of the profiles. */
  readonly otherVisitors?: readonly string[];
  readonly keys: HmacKeys;
  /** Unix milliseconds. */
  readonly now: number;
}

/** The deleted profiles, their visitors and user ids, and the numbers of the certificate. */
export interface ErasedRows {
  readonly profiles: readonly ErasedProfile[];
  readonly visitors: readonly string[];
  readonly userIds: readonly string[];
  readonly links: number;
  readonly payments: number;
  readonly customers: number;
  readonly subscriptions: number;
  readonly touches: number;
  readonly rows: NonNullable<Certificate['rows']>;
}

/** Erases profiles and visitors in this schema. Locks 4, 6, 7 and 9. */
export async function eraseRows(client: PoolClient, erase: EraseRows): Promise<ErasedRows> {
  const { workspaceId, profileIds, userIds, now } = erase;
  const dependent = await countDependentRows(client, workspaceId, profileIds);
  const touches = await client.query<{ profile_id: string }>({
    name: 'erase-touches',
    text: `DELETE FROM identity.touches
            WHERE workspace_id = $1 AND (profile_id = ANY ($2::bigint[]) OR anonymous_id = ANY ($3::text[]))
           RETURNING profile_id`,
    values: [workspaceId, profileIds, erase.anonymousIds],
  });
  const touched = new Set(touches.rows.map(({ profile_id }) => profile_id));
  const others = [...touched].filter((id) => !profileIds.includes(id));
  const clearedFacts = await clearLatestTouches(client, workspaceId, others);
  const links = await client.query<{ anonymous_id: string }>({
    name: 'erase-links',
    text: `DELETE FROM identity.links
            WHERE workspace_id = $1 AND (profile_id = ANY ($2::bigint[]) OR anonymous_id = ANY ($3::text[]))
           RETURNING anonymous_id`,
    values: [workspaceId, profileIds, erase.anonymousIds],
  });
  const payments = await client.query<{ has_facts: boolean }>({
    name: 'detach-payments',
    text: `UPDATE identity.payments AS detached
              SET profile_id = NULL, user_id = NULL, operation_id = NULL, detached_at = $4,
                  kept_attribution = CASE WHEN own.channel IS NOT NULL THEN jsonb_build_object(
                    'channel', own.channel, 'source', own.source, 'site_id', own.site_id, 'country', own.country,
                    'utm_source', own.utm_source, 'utm_medium', own.utm_medium, 'utm_campaign', own.utm_campaign) END
             FROM (SELECT p.payment_id, a.channel, a.source, a.site_id, a.country, a.utm_source, a.utm_medium,
                          a.utm_campaign
                     FROM ${PAYMENTS_WITH_OWNERS}
                    WHERE p.workspace_id = $1 AND (p.profile_id = ANY ($2::bigint[]) OR p.user_id = ANY ($3::text[]))
                      AND (o.id = ANY ($2::bigint[]) OR o.id IS NULL)) AS own
            WHERE detached.workspace_id = $1 AND detached.payment_id = own.payment_id
           -- A trigger deletes these facts after the statement.
           RETURNING EXISTS (SELECT FROM identity.payment_facts AS f
                              WHERE f.workspace_id = $1 AND f.payment_id = own.payment_id) AS has_facts`,
    values: [workspaceId, profileIds, userIds, new Date(now)],
  });
  const subscriptions = await client.query({
    name: 'erase-subscriptions',
    text: `DELETE FROM identity.billing_subscriptions AS s USING identity.billing_customers AS c
            WHERE c.workspace_id = $1 AND c.profile_id = ANY ($2::bigint[])
              AND s.workspace_id = $1 AND s.customer_id = c.customer_id`,
    values: [workspaceId, profileIds],
  });
  const customers = await client.query<{ customer_id: string }>({
    name: 'erase-customers',
    text: `DELETE FROM identity.billing_customers WHERE workspace_id = $1 AND profile_id = ANY ($2::bigint[])
           RETURNING customer_id`,
    values: [workspaceId, profileIds],
  });
  const accountFacts = await client.query({
    name: 'erase-account-facts',
    text: 'DELETE FROM identity.account_facts WHERE workspace_id = $1 AND profile_id = ANY ($2::bigint[])',
    values: [workspaceId, profileIds],
  });
  // Replicas of the previous release write these rows.
  const accountSums = await client.query({
    name: 'erase-account-sums',
    text: 'DELETE FROM identity.account_sums WHERE workspace_id = $1 AND profile_id = ANY ($2::bigint[])',
    values: [workspaceId, profileIds],
  });
  const profiles = await client.query<{ id: string; created_at: Date; email_digest: Buffer }>({
    name: 'erase-profiles',
    text: `DELETE FROM identity.profiles WHERE workspace_id = $1 AND id = ANY ($2::bigint[])
           RETURNING id, created_at, email_digest`,
    values: [workspaceId, profileIds],
  });
  await putErasedPayers(client, {
    ...{ workspaceId, keys: erase.keys, now },
    addresses: profiles.rows.map(({ email_digest }) => email_digest),
    customerIds: customers.rows.map(({ customer_id }) => customer_id),
  });
  const linked = links.rows.map(({ anonymous_id }) => anonymous_id);
  const visitors = [...new Set([...linked, ...erase.anonymousIds, ...(erase.otherVisitors ?? [])])];
  await putErasedVisitors(client, { workspaceId, anonymousIds: visitors, keys: erase.keys }, now);
  const customersOfVisitors = await client.query({
    name: 'erase-visitors-of-customers',
    text: `UPDATE identity.billing_customers
              SET anonymous_ids = ARRAY(SELECT id FROM unnest(anonymous_ids) AS id WHERE id <> ALL ($2::text[]))
            WHERE workspace_id = $1 AND anonymous_ids && $2::text[]`,
    values: [workspaceId, visitors],
  });
  return {
    profiles: profiles.rows.map(({ id, created_at }) => ({
      id: Number(id),
      createdAtMs: created_at.getTime(),
    })),
    ...{ visitors, userIds },
    links: links.rowCount ?? 0,
    payments: payments.rowCount ?? 0,
    customers: customers.rowCount ?? 0,
    subscriptions: subscriptions.rowCount ?? 0,
    touches: touches.rowCount ?? 0,
    rows: {
      tables: withoutZeros({
        ...dependent,
        account_facts: accountFacts.rowCount ?? 0,
        account_sums: accountSums.rowCount ?? 0,
        billing_customers: customersOfVisitors.rowCount ?? 0,
        payment_facts: clearedFacts + payments.rows.filter(({ has_facts }) => has_facts).length,
      }),
    },
  };
}

const withoutZeros = (tables: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(tables).filter(([, rows]) => rows > 0));

/** Counts the rows that are deleted with the profiles: by foreign keys, and the positions by `numberChanges`. */
async function countDependentRows(
  client: PoolClient,
  workspaceId: number,
  profileIds: readonly string[],
): Promise<Record<string, number>> {
  const { rows } = await client.query<Record<string, number>>({
    name: 'count-dependent-rows',
    text: `SELECT ${['account_positions', 'attributions', 'former_user_ids']
      .map(
        (table) => `(SELECT count(*)::int FROM identity.${table}
                      WHERE workspace_id = $1 AND profile_id = ANY ($2::bigint[])) AS ${table}`,
      )
      .join(', ')}`,
    values: [workspaceId, profileIds],
  });
  return rows[0] ?? {};
}

/** Lock 3. The profiles to erase; none for a visitor. */
async function lockErased(
  client: PoolClient,
  workspaceId: number,
  subject: EraseAccount['subject'],
): Promise<StoredProfile[]> {
  if ('digests' in subject) return lockProfiles(client, workspaceId, [subject.digests]);
  return 'userId' in subject ? lockProfilesOfUser(client, workspaceId, subject.userId) : [];
}

/** Earlier user ids of the profiles, except those that other accounts have now. */
async function findFormerUserIds(
  client: PoolClient,
  workspaceId: number,
  profileIds: readonly string[],
): Promise<string[]> {
  if (profileIds.length === 0) return [];
  const { rows } = await client.query<{ user_id: string }>({
    name: 'find-former-user-ids',
    text: `SELECT DISTINCT f.user_id FROM identity.former_user_ids AS f
            WHERE f.workspace_id = $1 AND f.profile_id = ANY ($2::bigint[])
              AND NOT EXISTS (SELECT FROM identity.profiles AS p
                               WHERE p.workspace_id = $1 AND p.user_id = f.user_id AND p.id <> ALL ($2::bigint[]))`,
    values: [workspaceId, profileIds],
  });
  return rows.map(({ user_id }) => user_id);
}

/** Whether an account of the workspace had one of the user ids before. Reads all earlier user ids, to need no index. */
async function isFormerUserId(
  client: PoolClient,
  workspaceId: number,
  userIds: readonly string[],
): Promise<boolean> {
  if (userIds.length === 0) return false;
  const { rowCount } = await client.query({
    name: 'is-former-user-id',
    text: 'SELECT FROM identity.former_user_ids WHERE workspace_id = $1 AND user_id = ANY ($2::text[]) LIMIT 1',
    values: [workspaceId, userIds],
  });
  return rowCount === 1;
}

/** Those of the visitors that no account of the workspace is linked to. By id: a link without a visitor key counts, too. */
export async function findUnlinked(
  client: PoolClient,
  workspaceId: number,
  anonymousIds: readonly string[],
): Promise<string[]> {
  if (anonymousIds.length === 0) return [];
  const { rows } = await client.query<{ anonymous_id: string }>({
    name: 'find-unlinked-visitors',
    text: `SELECT anonymous_id FROM unnest($2::text[]) AS erased (anonymous_id)
            WHERE anonymous_id NOT IN (SELECT l.anonymous_id FROM identity.links AS l
                                        WHERE l.workspace_id = $1 AND l.anonymous_id = ANY ($2::text[]))`,
    values: [workspaceId, anonymousIds],
  });
  return rows.map(({ anonymous_id }) => anonymous_id);
}
