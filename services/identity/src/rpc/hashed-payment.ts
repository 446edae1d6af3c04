import { digestEmail } from '../domain/digest-email';
import type { HmacKeys } from '../domain/hmac-keys';
import type { Payment } from '../domain/payment';
import type { HashedPayment } from '../store/save-payments';

/** The payment with its payer's address hashed under every live key. */
export function hashedPayment(keys: HmacKeys, workspaceId: number, payment: Payment): HashedPayment {
  const { payer } = payment;
  return {
    ...payment,
    payer: 'email' in payer ? { digests: digestEmail(keys, workspaceId, payer.email) } : payer,
  };
}
