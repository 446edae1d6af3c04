import assert from 'node:assert';
import { isUtf8 } from 'node:buffer';
import { createHmac } from 'node:crypto';
import { stripeBilling } from '../../src/domain/providers/stripe/billing';
import { IGNORED_EVENTS } from '../../src/domain/providers/payment';
import { stripePayment } from '../../src/domain/providers/stripe/payment';
import { stripeVisitor } from '../../src/domain/providers/stripe/visitor';
import { STRIPE } from '../../src/domain/providers/stripe/adapter';

const SECRET = 'whsec_0123456789abcdef';
const NOW = Date.parse('2026-11-23T12:00:00Z');

/** The header `Stripe-Signature` on the first line, then the body. */
export async function fuzz(data: Buffer): Promise<void> {
  const end = data.indexOf('\n');
  const header = data.subarray(0, Math.max(end, 0)).toString();
  const bytes = data.subarray(end + 1);
  const isAccepted = await verifies(bytes, header);
  if (isAccepted) assert(header.includes(signatureOf(bytes, /t=(\d+)/.exec(header)?.[1] ?? '')), header);
  const event = jsonOf(bytes);
  if (event === undefined) return;
  // Stripe's library refuses other encodings.
  if (!isUtf8(bytes)) return;
  const seconds = String(NOW / 1_000);
  assert(await verifies(bytes, `t=${seconds},v1=${signatureOf(bytes, seconds)}`));
  checkEvent(event);
}

function checkEvent(event: unknown): void {
  const [payment, billing, visitor] = [stripePayment(event), stripeBilling(event), stripeVisitor(event)];
  for (const read of [payment, billing])
    if ('ignored' in read) assert(IGNORED_EVENTS.includes(read.ignored), read.ignored);
  if ('aliasIds' in payment) {
    assert(payment.aliasIds.every((id) => typeof id === 'string'));
    if (payment.payment) {
      const { amount = '', type = '', occurredAt = '' } = payment.payment;
      assert.match(amount, /^(?!0+(?:\.0+)?$)\d{1,16}(?:\.\d{1,3})?$/);
      assert(['sale', 'subscription', 'refund'].includes(type));
      assert(Number.isFinite(Date.parse(occurredAt)), occurredAt);
    }
  }
  if (visitor) assert(visitor.anonymousId.length > 0 && visitor.anonymousId.length <= 320);
}

async function verifies(bytes: Buffer, signature: string): Promise<boolean> {
  const headers = { 'Stripe-Signature': signature };
  if (!STRIPE.hasSignatureForm(headers)) return false;
  return (await STRIPE.verify({ bytes, headers, secret: SECRET, now: NOW })) !== undefined;
}

const signatureOf = (bytes: Buffer, seconds: string): string =>
  createHmac('sha256', SECRET).update(`${seconds}.`).update(bytes).digest('hex');

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
