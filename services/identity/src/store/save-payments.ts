import type { PoolClient } from '@headwater/kit/pg/pool';
import type { EmailDigests } from '../domain/digest-email';
import type { PayingCustomer, Payment } from '../domain/payment';
import type { Profile } from '../domain/profile';
import { findCustomers } from './find-customers';
import { findProfileIds } from './find-profile-ids';
import { insertPayments } from './insert-payments';
import { lockBilling } from './lock-billing';
import type { StoredPayment } from './payment-row';
import { readPayments } from './read-payments';
import { saveAccounts } from './save-accounts';

/** A payment whose payer's address has been hashed. */
export type HashedPayment = Omit<Payment, 'payer'> & {
  readonly payer: { readonly digests: EmailDigests } | { readonly userId: string } | PayingCustomer;
};

export interface SavePayments {
  readonly workspaceId: number;
  /** In the order of the call; of one id that comes repeatedly the first is saved, the others are compared with it. */
  readonly payments: readonly HashedPayment[];
  /** Unix milliseconds. */
  readonly now: number;
}

/** What became of one payment. A conflict: its id is known with other content, and nothing was changed. */
export type SavedPayment =
  | { readonly outcome: 'conflict' }
  | { readonly outcome: 'created' | 'repeated'; readonly channel: string | undefined };

/**
 * Saves payments within the caller's transaction, in a handful of statements for any number. A payment by address makes
 * the account's profile when there is none, so that the identify that comes later finds it. One by a customer waits for the
 * customer's account where that is not known yet.
 *
 * @returns one entry for each of `payments`, in their order.
 */
export async function savePayments(client: PoolClient, save: SavePayments): Promise<SavedPayment[]> {
  const { workspaceId, payments, now } = save;
  const ids = [...new Set(payments.map(({ paymentId }) => paymentId))];
  const known = await readPayments(client, workspaceId, ids);
  const first = new Map([...payments].reverse().map((payment) => [payment.paymentId, payment]));
  const fresh = [...first.values()].filter(({ paymentId }) => !known.has(paymentId));
  // Before all other locks, as RecordBilling has it: whoever tells of a customer sees its payments, or they see what it told.
  const byCustomer = fresh.flatMap(({ paymentId, payer }) =>
    'customerId' in payer ? [{ paymentId, ...payer }] : [],
  );
  if (byCustomer.length > 0) await lockBilling(client, workspaceId);
  // A known payment makes no profile: its account may have been erased since.
  const claimed = await claimOwners(client, save, fresh);
  const customers = await findCustomers(client, workspaceId, byCustomer);
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
  const stored = await readPayments(client, workspaceId, ids);
  const owners = await findOwners(client, save);
  const answered = new Set<string>();
  return payments.map((payment, place) => {
    const row = stored.get(payment.paymentId);
    if (row === undefined) throw new Error('A saved payment was not found.');
    if (!isSamePayment(row, payment, owners[place])) return { outcome: 'conflict' };
    const isNew = created.has(row.paymentId) && !answered.has(row.paymentId);
    answered.add(row.paymentId);
    return { outcome: isNew ? 'created' : 'repeated', channel: row.channel ?? undefined };
  });
}

/** The profiles of payments by address, made where there are none, by payment id. */
async function claimOwners(
  client: PoolClient,
  { workspaceId, now }: SavePayments,
  payments: readonly HashedPayment[],
): Promise<ReadonlyMap<string, string>> {
  const byAddress = payments.flatMap(({ paymentId, payer }) =>
    'digests' in payer ? [{ paymentId, digests: payer.digests, changes: { traits: new Map() } }] : [],
  );
  const unchanged = (profile: Profile) => ({ ok: true as const, value: profile });
  const accounts = { workspaceId, accounts: byAddress, merge: unchanged, isSame: () => true, now };
  const saved = await saveAccounts(client, accounts);
  return new Map(saved.map(({ profileId }, place) => [byAddress[place]?.paymentId ?? '', profileId]));
}

async function findOwners(client: PoolClient, { workspaceId, payments }: SavePayments) {
  const byAddress = payments.flatMap(({ payer }, place) =>
    'digests' in payer ? [{ place, digests: payer.digests }] : [],
  );
  const digests = byAddress.map((entry) => entry.digests);
  const ids = await findProfileIds(client, workspaceId, digests);
  const owners: (string | undefined)[] = [];
  for (const [i, { place }] of byAddress.entries()) owners[place] = ids[i];
  return owners;
}

/**
 * True when the payment tells what the row has. Whose a detached row was, nobody knows any more, and a customer may have
 * become another's since.
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
