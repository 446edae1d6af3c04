import type { PAYMENT_TYPES } from '@headwater/protos/vocabulary';

export type PaymentType = (typeof PAYMENT_TYPES)[number];

/** The payment provider's id of its customer, and the id of another payment of the same account, where one is known. */
export interface PayingCustomer {
  readonly customerId: string;
  readonly siblingId?: string;
}

/**
 * Whose payment it is: the account of an address, to be hashed and forgotten, of the customer's own id, or the one that a
 * customer of the payment provider is.
 */
export type Payer = { readonly email: string } | { readonly userId: string } | PayingCustomer;

export interface Payment {
  /** The customer's own id of it, unique within the workspace. */
  readonly paymentId: string;
  readonly payer: Payer;
  /** Upper-case ISO 4217. */
  readonly currency: string;
  /** Whole minor units, not negative; of a refund, what was given back. */
  readonly amountMinor: bigint;
  readonly type: PaymentType;
  /** Unix milliseconds; absent when the caller told none: then it is the moment of arrival. */
  readonly occurredAtMs?: number;
}
