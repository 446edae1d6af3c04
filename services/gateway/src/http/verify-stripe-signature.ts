import type { AppError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';

const TOLERANCE_SECONDS = 300;

/** A time and at least one signature of the scheme that Stripe uses today. */
const SIGNATURE = /^t=\d{1,12}(?:,v\d+=[0-9a-f]{1,128})*,v1=[0-9a-f]{64}(?:,v\d+=[0-9a-f]{1,128})*$/;

/** What Stripe sent, and what it has to fit. */
export interface SignedByStripe {
  readonly bytes: Buffer;
  /** The header `Stripe-Signature`. */
  readonly signature: string | undefined;
  readonly secret: string;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * The event of a webhook that Stripe signed within the last 5 minutes.
 *
 * @throws AppError `invalid_signature`, without Stripe's own error as its cause: that one holds the whole body, and the
 * body addresses.
 */
export async function verifyStripeSignature(signed: SignedByStripe): Promise<unknown> {
  // Loaded with the first webhook: most gateways see none, and it takes a while and 17 MB.
  const { default: Stripe } = await import('stripe');
  const { bytes, signature = '', secret, now } = signed;
  try {
    return Stripe.webhooks.constructEvent(bytes, signature, secret, TOLERANCE_SECONDS, undefined, now);
  } catch {
    throw invalidSignature();
  }
}

/**
 * Refuses what can't be a signature before anything is asked of a database.
 *
 * @throws AppError `invalid_signature`
 */
export function checkSignatureForm(signature: string | undefined): void {
  if (signature === undefined || !SIGNATURE.test(signature)) throw invalidSignature();
}

function invalidSignature(): AppError {
  return failure(
    'invalid_signature',
    "The Stripe-Signature does not fit this body and the workspace's secret, or is older than 5 minutes. Set the " +
      "endpoint's signing secret with PUT /api/v1/integrations/stripe.",
  );
}
