import type { PoolClient } from '@headwater/kit/pg/pool';
import { REPEAT_WINDOW_MS, type ErasureSubject } from '../domain/certificate';
import type { EmailDigests } from '../domain/email';
import type { HmacKeys } from '../domain/hmac-keys';
import { findCertificate, insertCertificate, type Certificate } from './certificates';
import { putErasedVisitors } from './erased-visitors';
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
  const { workspaceId } = erase;
  const { subject } = erase;
  const userId = 'userId' in subject ? subject.userId : undefined;
  const visitors = 'anonymousId' in subject ? [subject.anonymousId] : [];
  const found = await lockErased(client, workspaceId, subject);
  const ids = found.map(({ id }) => id);
  const userIds = [
    ...new Set([...found.flatMap(({ profile }) => profile.userId ?? []), ...(userId ? [userId] : [])]),
  ];
  const now = new Date(erase.now);
  const links = await client.query<{ anonymous_id: string }>({
    name: 'erase-links',
    text: `DELETE FROM identity.links
            WHERE workspace_id = $1 AND (profile_id = ANY ($2::bigint[]) OR anonymous_id = ANY ($3::text[]))
           RETURNING anonymous_id`,
    values: [workspaceId, ids, visitors],
  });
  const payments = await client.query({
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
                      AND (o.id = ANY ($2::bigint[]) OR (o.id IS NULL AND p.user_id = $5))) AS own
            WHERE detached.workspace_id = $1 AND detached.payment_id = own.payment_id`,
    values: [workspaceId, ids, userIds, now, userId ?? null],
  });
  const subscriptions = await client.query({
    name: 'erase-subscriptions',
    text: `DELETE FROM identity.billing_subscriptions AS s USING identity.billing_customers AS c
            WHERE c.workspace_id = $1 AND c.profile_id = ANY ($2::bigint[])
              AND s.workspace_id = $1 AND s.customer_id = c.customer_id`,
    values: [workspaceId, ids],
  });
  const customers = await client.query({
    name: 'erase-customers',
    text: 'DELETE FROM identity.billing_customers WHERE workspace_id = $1 AND profile_id = ANY ($2::bigint[])',
    values: [workspaceId, ids],
  });
  await client.query({
    name: 'erase-profiles',
    text: 'DELETE FROM identity.profiles WHERE workspace_id = $1 AND id = ANY ($2::bigint[])',
    values: [workspaceId, ids],
  });
  const anonymousIds = [...new Set([...links.rows.map(({ anonymous_id }) => anonymous_id), ...visitors])];
  await putErasedVisitors(client, { workspaceId, anonymousIds, keys: erase.keys }, erase.now);
  const certificate = {
    id,
    atMs: erase.now,
    profiles: ids.length,
    links: links.rowCount ?? 0,
    payments: payments.rowCount ?? 0,
    customers: customers.rowCount ?? 0,
    subscriptions: subscriptions.rowCount ?? 0,
  };
  await client.query({
    name: 'erase-visitors-of-customers',
    text: `UPDATE identity.billing_customers
              SET anonymous_ids = ARRAY(SELECT id FROM unnest(anonymous_ids) AS id WHERE id <> ALL ($2::text[]))
            WHERE workspace_id = $1 AND anonymous_ids && $2::text[]`,
    values: [workspaceId, anonymousIds],
  });
  const unlinked = await findUnlinked(client, workspaceId, anonymousIds);
  await insertCertificate(client, workspaceId, certificate, { anonymousIds: unlinked, userIds });
  const stored = await findCertificate(client, workspaceId, [id]);
  if (stored === undefined) throw new Error('The certificate of an erasure was not stored.');
  return stored;
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

/** Those of the visitors that no account of the workspace is linked to. By id: a link without a visitor key counts, too. */
async function findUnlinked(
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
