import type { PoolClient } from '@headwater/kit/pg/pool';
import type { EmailDigests } from '../domain/email';
import type { PayingCustomer, Payment } from '../domain/payment';
import { lockBilling } from './locks';
import { findPaymentOwners, insertPayments, readPayments, type StoredPayment } from './payments';
import { findProfileIds } from './profiles';
import { ensureAccounts } from './save-accounts';
import { LostRace } from './transactions';

/** A payment whose payer's address is hashed. */
export type HashedPayment = Omit<Payment, 'payer'> & {
  readonly payer: { readonly digests: EmailDigests } | { readonly userId: string } | PayingCustomer;
};

export interface SavePayments {
  readonly workspaceId: number;
  /** In the order of the call. Of several payments with one id, the first is saved and the others are compared with it. */
  readonly payments: readonly HashedPayment[];
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * The result of one payment. Created: this call recorded it first. Conflict: its id is
 * stored with other content, and nothing was changed.
 */
export type SavedPayment =
  | { readonly outcome: 'conflict' }
  | { readonly outcome: 'created' | 'repeated'; readonly channel: string | undefined };

/**
 * Saves payments within the caller's transaction, in a fixed number of statements. A payment by address creates the account's
 * profile if there is none, so that a later identify finds it. A payment by a customer of the payment provider waits until
 * the customer's account is known.
 *
 * @returns one entry for each of `payments`, in their order.
 * @throws {LostRace} see `inRetriedTransaction`
 */
export async function savePayments(client: PoolClient, save: SavePayments): Promise<SavedPayment[]> {
  const { workspaceId, payments, now } = save;
  const ids = [...new Set(payments.map(({ paymentId }) => paymentId))];
  const existing = await readPayments(client, workspaceId, ids);
  const first = new Map([...payments].reverse().map((payment) => [payment.paymentId, payment]));
  const fresh = [...first.values()].filter(({ paymentId }) => !existing.has(paymentId));
  // Lock 1 of locks.ts, so that RecordBilling and RecordPayment run one after the other and see each other's writes.
  const byCustomer = fresh.flatMap(({ paymentId, payer }) =>
    'customerId' in payer ? [{ paymentId, ...payer }] : [],
  );
  if (byCustomer.length > 0) await lockBilling(client, workspaceId);
  // A payment that is already stored creates no profile: its account may have been erased since.
  const claimed = await claimOwners(client, save, fresh);
  const customers = await findPaymentOwners(client, workspaceId, byCustomer);
  const created = await insertPayments(client, workspaceId, {
    now,
    payments: fresh.map((payment) => ({
      ...payment,
      profileId: claimed.get(payment.paymentId),
      userId: 'userId' in payment.payer ? payment.payer.userId : undefined,
      customerId: undefined,
      detached: undefined,
      ...customers.get(payment.paymentId),
      occurredAtMs: payment.occurredAtMs ?? now,
    })),
  });
  // The rollback also removes profiles that this call created for them. The repeat finds the payments.
  if (created.size < fresh.length) throw new LostRace('Another call recorded the same payment.');
  const stored = await readPayments(client, workspaceId, ids);
  const owners = await findOwners(client, save);
  const answered = new Set<string>();
  return payments.map((payment, index) => {
    const row = stored.get(payment.paymentId);
    if (row === undefined) throw new Error('A saved payment was not found.');
    if (!isSamePayment(row, payment, owners[index])) return { outcome: 'conflict' };
    const isNew = created.has(row.paymentId) && !answered.has(row.paymentId);
    answered.add(row.paymentId);
    return { outcome: isNew ? 'created' : 'repeated', channel: row.channel ?? undefined };
  });
}

/** The profile ids of payments by address, by payment id. Creates missing profiles. */
async function claimOwners(
  client: PoolClient,
  { workspaceId, now }: SavePayments,
  payments: readonly HashedPayment[],
): Promise<ReadonlyMap<string, string>> {
  const byAddress = payments.flatMap(({ paymentId, payer }) =>
    'digests' in payer ? [{ paymentId, digests: payer.digests }] : [],
  );
  const accounts = byAddress.map(({ digests }) => digests);
  const saved = await ensureAccounts(client, { workspaceId, accounts, now });
  return new Map(saved.map(({ profileId }, index) => [byAddress[index]?.paymentId ?? '', profileId]));
}

/** The profile id of each payment by address, in the order of the call; undefined for the other payments. */
async function findOwners(client: PoolClient, { workspaceId, payments }: SavePayments) {
  const byAddress = payments.flatMap(({ payer }, index) =>
    'digests' in payer ? [{ index, digests: payer.digests }] : [],
  );
  const digests = byAddress.map((entry) => entry.digests);
  const ids = await findProfileIds(client, workspaceId, digests);
  const owners: (string | undefined)[] = [];
  for (const [i, { index }] of byAddress.entries()) owners[index] = ids[i];
  return owners;
}

/**
 * True when the payment has the content of the stored row. The payer is not compared for a detached row, whose account was
 * erased, nor for a customer, whose account may have changed since.
 */
function isSamePayment(row: StoredPayment, payment: HashedPayment, profileId: string | undefined): boolean {
  const { payer } = payment;
  const samePayer =
    row.detached ||
    'customerId' in payer ||
    ('userId' in payer
      ? row.userId === payer.userId
      : profileId !== undefined && row.profileId === profileId);
  return (
    samePayer &&
    row.currency === payment.currency &&
    row.amountMinor === payment.amountMinor &&
    row.type === payment.type &&
    (payment.occurredAtMs === undefined || row.occurredAtMs === payment.occurredAtMs)
  );
}
