import type { PoolClient } from '@headwater/kit/pg/pool';
import type { HmacKeys } from '../domain/hmac-keys';
import { isErasedSince } from './erased-payers';
import { lockBilling } from './locks';
import { findPaymentOwners } from './payments';
import { savePayments, type HashedPayment, type SavedPayment, type SavePayments } from './save-payments';
import { ensureAccounts } from './save-accounts';

export type SaveProviderPayment = Omit<SavePayments, 'payments'> & {
  readonly payment: HashedPayment;
  /** Other ids of the payment at its provider. */
  readonly aliasIds: readonly string[];
  /** Whether the amount is a sum to date. */
  readonly cumulative: boolean;
  readonly keys: HmacKeys;
};

/**
 * Saves a payment that its provider reports several times, under different ids, within the caller's transaction. The first
 * report counts. A later report under any of the ids adds only an unknown payer, the type `subscription` and a larger sum to date. If two payments
 * turn out to be one, the payment that was recorded first remains. A payment from before the erasure of its payer belongs to no
 * account. Locks 1, 2, 3, 6 and 8 of `locks.ts`.
 */
export async function saveProviderPayment(
  client: PoolClient,
  { payment: reported, aliasIds, cumulative, keys, ...save }: SaveProviderPayment,
): Promise<SavedPayment> {
  const { workspaceId, now } = save;
  await lockBilling(client, workspaceId);
  const payment = await withoutErasedPayer(client, { workspaceId, keys, now }, reported);
  const { ids, isVoid } = await joinAliases(client, workspaceId, [payment.paymentId, ...aliasIds]);
  if (isVoid) return { outcome: 'repeated', channel: undefined };
  const kept = await mergePayments(client, workspaceId, ids);
  if (kept !== undefined) await completePayment(client, { workspaceId, kept, payment, ids, now });
  if (kept !== undefined && cumulative) await raiseAmount(client, { workspaceId, kept, payment });
  const [saved] = await savePayments(client, {
    ...save,
    payments: [kept === undefined ? payment : { ...payment, paymentId: kept }],
  });
  await moveWaitingPayments(client, workspaceId, { ids, paymentId: kept ?? payment.paymentId });
  // The amounts of one payment may differ in its reports, for example by a rounding. The first one counts.
  return saved?.outcome === 'created' ? saved : { outcome: 'repeated', channel: channelOf(saved) };
}

/** The payment; without its payer if the payment is older than the payer's erasure. It then waits for its own id, as a payer. */
async function withoutErasedPayer(
  client: PoolClient,
  { workspaceId, keys, now }: Pick<SaveProviderPayment, 'workspaceId' | 'keys' | 'now'>,
  payment: HashedPayment,
): Promise<HashedPayment> {
  const { payer, paymentId, occurredAtMs = now } = payment;
  if ('userId' in payer) return payment;
  if (!(await isErasedSince(client, { workspaceId, keys, ...payer, atMs: occurredAtMs }))) return payment;
  const sibling = 'siblingId' in payer ? { siblingId: payer.siblingId } : {};
  return { ...payment, payer: { customerId: paymentId, ...sibling } };
}

function channelOf(saved: SavedPayment | undefined): string | undefined {
  return saved && 'channel' in saved ? saved.channel : undefined;
}

/** Records that the ids are one payment, recorded or not. Locks 1, 6 and 8 of `locks.ts`. */
export async function linkPaymentIds(
  client: PoolClient,
  workspaceId: number,
  paymentIds: readonly string[],
): Promise<void> {
  await lockBilling(client, workspaceId);
  const { ids } = await joinAliases(client, workspaceId, paymentIds);
  const kept = await mergePayments(client, workspaceId, ids);
  if (kept !== undefined) await moveWaitingPayments(client, workspaceId, { ids, paymentId: kept });
}

/** Deletes a payment, and keeps it from being recorded again. Locks 1, 6 and 8 of `locks.ts`. */
export async function voidPayment(client: PoolClient, workspaceId: number, paymentId: string): Promise<void> {
  await lockBilling(client, workspaceId);
  await client.query({
    name: 'void-alias',
    text: `INSERT INTO identity.payment_aliases (workspace_id, alias_id, group_id, is_void) VALUES ($1, $2, $2, true)
           ON CONFLICT (workspace_id, alias_id) DO UPDATE SET is_void = true`,
    values: [workspaceId, paymentId],
  });
  await deletePayments(client, workspaceId, [paymentId]);
}

/** Puts the ids and the groups that they belong to into one group. @returns all ids of the group */
async function joinAliases(
  client: PoolClient,
  workspaceId: number,
  paymentIds: readonly string[],
): Promise<{ readonly ids: readonly string[]; readonly isVoid: boolean }> {
  const { rows } = await client.query<{ alias_id: string; group_id: string; is_void: boolean }>({
    name: 'read-alias-groups',
    text: `SELECT DISTINCT member.alias_id, member.group_id, member.is_void
             FROM identity.payment_aliases AS sent
             JOIN identity.payment_aliases AS member ON member.workspace_id = $1 AND member.group_id = sent.group_id
            WHERE sent.workspace_id = $1 AND sent.alias_id = ANY ($2::text[])`,
    values: [workspaceId, paymentIds],
  });
  const ids = [...new Set([...paymentIds, ...rows.map(({ alias_id }) => alias_id)])].sort();
  const groups = new Set(rows.map(({ group_id }) => group_id));
  if (ids.length > rows.length || groups.size > 1)
    await client.query({
      name: 'join-aliases',
      text: `INSERT INTO identity.payment_aliases (workspace_id, alias_id, group_id)
             SELECT $1, alias_id, $3 FROM unnest($2::text[]) AS alias_id ORDER BY alias_id
             ON CONFLICT (workspace_id, alias_id) DO UPDATE SET group_id = EXCLUDED.group_id`,
      values: [workspaceId, ids, ids[0]],
    });
  return { ids, isVoid: rows.some(({ alias_id, is_void }) => is_void && alias_id === paymentIds[0]) };
}

/** Deletes all payments with these ids except the one recorded first. @returns the id of the remaining payment, if any */
async function mergePayments(
  client: PoolClient,
  workspaceId: number,
  ids: readonly string[],
): Promise<string | undefined> {
  const { rows } = await client.query<{ payment_id: string }>({
    name: 'read-siblings',
    text: `SELECT payment_id FROM identity.payments WHERE workspace_id = $1 AND payment_id = ANY ($2::text[])
            ORDER BY (customer_id IS NOT NULL), created_at, payment_id COLLATE "C"`,
    values: [workspaceId, ids],
  });
  const [kept, ...others] = rows.map(({ payment_id }) => payment_id);
  if (others.length > 0) await deletePayments(client, workspaceId, others);
  return kept;
}

async function deletePayments(
  client: PoolClient,
  workspaceId: number,
  paymentIds: readonly string[],
): Promise<void> {
  await client.query({
    name: 'delete-payments',
    text: 'DELETE FROM identity.payments WHERE workspace_id = $1 AND payment_id = ANY ($2::text[])',
    values: [workspaceId, paymentIds],
  });
}

interface CompletePayment {
  readonly workspaceId: number;
  /** Id of the recorded payment. */
  readonly kept: string;
  /** Another report of it. */
  readonly payment: HashedPayment;
  readonly ids: readonly string[];
  /** Unix milliseconds. */
  readonly now: number;
}

/** Adds the payer to a recorded payment without an account, and the type of a payment that turns out to be a subscription. */
async function completePayment(client: PoolClient, complete: CompletePayment): Promise<void> {
  const { workspaceId, kept, payment, ids, now } = complete;
  const { payer } = payment;
  const { rows } = await client.query<{ customer_id: string | null }>({
    name: 'read-waiting-payment',
    text: 'SELECT customer_id FROM identity.payments WHERE workspace_id = $1 AND payment_id = $2',
    values: [workspaceId, kept],
  });
  const waitsFor = rows[0]?.customer_id ?? undefined;
  if (waitsFor !== undefined && 'digests' in payer) {
    const [account] = await ensureAccounts(client, { workspaceId, accounts: [payer.digests], now });
    await putOwner(client, workspaceId, kept, { profileId: account?.profileId });
  } else if (waitsFor !== undefined && 'customerId' in payer && !ids.includes(payer.customerId)) {
    const owners = await findPaymentOwners(client, workspaceId, [{ paymentId: kept, ...payer }]);
    const owner = owners.get(kept);
    const isKnown = owner?.profileId !== undefined;
    if (isKnown || ids.includes(waitsFor))
      await putOwner(client, workspaceId, kept, isKnown ? owner : { customerId: payer.customerId });
  }
  if (payment.type === 'subscription')
    await client.query({
      name: 'put-payment-type',
      text: `UPDATE identity.payments SET type = 'subscription'
              WHERE workspace_id = $1 AND payment_id = $2 AND type = 'sale'`,
      values: [workspaceId, kept],
    });
}

/** Replaces the amount and the time of a recorded payment by those of a later sum. */
async function raiseAmount(
  client: PoolClient,
  { workspaceId, kept, payment }: Pick<CompletePayment, 'workspaceId' | 'kept' | 'payment'>,
): Promise<void> {
  const { amountMinor, currency, occurredAtMs } = payment;
  await client.query({
    name: 'raise-amount',
    text: `UPDATE identity.payments SET amount_minor = $3, occurred_at = coalesce($4, occurred_at)
            WHERE workspace_id = $1 AND payment_id = $2 AND amount_minor < $3 AND currency = $5`,
    values: [
      workspaceId,
      kept,
      amountMinor.toString(),
      occurredAtMs === undefined ? null : new Date(occurredAtMs),
      currency,
    ],
  });
}

async function putOwner(
  client: PoolClient,
  workspaceId: number,
  paymentId: string,
  owner: { readonly profileId?: string | undefined; readonly customerId?: string | undefined },
): Promise<void> {
  await client.query({
    name: 'put-payment-owner',
    text: `UPDATE identity.payments
              SET profile_id = $3, customer_id = $4, notice = CASE notice WHEN 'waiting' THEN 'look' ELSE notice END
            WHERE workspace_id = $1 AND payment_id = $2 AND customer_id IS NOT NULL`,
    values: [
      workspaceId,
      paymentId,
      owner.profileId,
      owner.profileId === undefined ? owner.customerId : null,
    ],
  });
}

/** Gives the owner of a payment to the refunds and disputes that wait for one of its ids. */
async function moveWaitingPayments(
  client: PoolClient,
  workspaceId: number,
  { ids, paymentId }: { readonly ids: readonly string[]; readonly paymentId: string },
): Promise<void> {
  await client.query({
    name: 'move-waiting-payments',
    text: `UPDATE identity.payments AS waiting
              SET profile_id = owned.profile_id, user_id = owned.user_id, customer_id = owned.customer_id,
                  detached_at = owned.detached_at, kept_attribution = owned.kept_attribution,
                  notice = CASE waiting.notice WHEN 'waiting' THEN 'look' ELSE waiting.notice END
             FROM identity.payments AS owned
            WHERE owned.workspace_id = $1 AND owned.payment_id = $3 AND waiting.workspace_id = $1
              AND waiting.customer_id = ANY ($2::text[]) AND waiting.payment_id <> owned.payment_id
              AND waiting.customer_id IS DISTINCT FROM owned.customer_id`,
    values: [workspaceId, ids, paymentId],
  });
}
