import type { AccountPayment } from '@headwater/protos/gen/headwater/identity/v1/AccountPayment';
import type { AccountRevenue } from '@headwater/protos/gen/headwater/identity/v1/AccountRevenue';
import { decimalsOf } from '../domain/currencies';
import { formatAmount } from '../domain/money';
import type { AccountSums, ListedPayment } from '../store/read-account-payments';

/** What an account paid in one currency, as it is answered. */
export function accountRevenue({ currency, gross, refunds, payments }: AccountSums): AccountRevenue {
  const money = (minor: bigint): string => formatAmount(minor, decimalsOf(currency));
  return { currency, gross: money(gross), refunds: money(refunds), net: money(gross - refunds), payments };
}

/** One payment of an account, as it is answered. */
export function listedPayment({ amountMinor, ...payment }: ListedPayment): AccountPayment {
  return { ...payment, amount: formatAmount(amountMinor, decimalsOf(payment.currency)) };
}
