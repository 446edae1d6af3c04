import type { AppError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';

const TOLERANCE_SECONDS = 300;

/** A timestamp and at least one signature of Stripe's current scheme, v1. */
const SIGNATURE = /^t=\d{1,12}(?:,v\d+=[0-9a-f]{1,128})*,v1=[0-9a-f]{64}(?:,v\d+=[0-9a-f]{1,128})*$/;

/** A webhook request and the secret to verify it with. */
export interface SignedByStripe {
  readonly bytes: Buffer;
  /** The header `Stripe-Signature`. */
  readonly signature: string | undefined;
  readonly secret: string;
  /** Unix milliseconds. */
  readonly now: number;
}

/**
 * Returns the event of a webhook that Stripe signed at most 5 minutes ago, or ahead by the clock of Stripe.
 *
 * @throws AppError `invalid_signature`. It omits Stripe's error, which contains the body with email addresses.
 */
export async function verifyStripeSignature(signed: SignedByStripe): Promise<unknown> {
  // Loaded by the first webhook: most gateways receive none, and the package needs 17 MB of memory.
  const { default: Stripe } = await import('stripe');
  const { bytes, signature = '', secret, now } = signed;
  if (isFromFuture(signature, now)) throw invalidSignature();
  try {
    return Stripe.webhooks.constructEvent(bytes, signature, secret, TOLERANCE_SECONDS, undefined, now);
  } catch {
    throw invalidSignature();
  }
}

/** Stripe's library only refuses old timestamps. */
function isFromFuture(signature: string, now: number): boolean {
  const [, seconds = '0'] = /^t=(\d+)/.exec(signature) ?? [];
  return Number(seconds) > now / 1_000 + TOLERANCE_SECONDS;
}

/**
 * Rejects a malformed signature before any database query.
 *
 * @throws AppError `invalid_signature`
 */
export function checkSignatureForm(signature: string | undefined): void {
  if (signature === undefined || !SIGNATURE.test(signature)) throw invalidSignature();
}

function invalidSignature(): AppError {
  return failure(
    'invalid_signature',
    'The Stripe-Signature does not match the body and the signing secret, or its time is more than 5 minutes off. Set the signing ' +
      'secret of your Stripe endpoint with PUT /api/v1/integrations/stripe.',
  );
}
