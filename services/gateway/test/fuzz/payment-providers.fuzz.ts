import assert from 'node:assert';
import { IGNORED_EVENTS } from '../../src/domain/providers/payment';
import { ADAPTERS } from '../../src/domain/providers/providers';
import { parseEvent } from '../../src/domain/providers/signature';

const NOW = Date.parse('2026-11-23T12:00:00Z');

/** Headers of a signature on the first line, separated by tabs, then the body. */
export async function fuzz(data: Buffer): Promise<void> {
  const end = data.indexOf('\n');
  const texts = data.subarray(0, Math.max(end, 0)).toString().split('\t');
  const bytes = data.subarray(end + 1);
  const event = parseEvent(bytes);
  for (const adapter of Object.values(ADAPTERS)) {
    const headers = Object.fromEntries(adapter.signatureHeaders.map((name, index) => [name, texts[index]]));
    if (adapter.hasSignatureForm(headers))
      assert.equal(await adapter.verify({ bytes, headers, secret: 'whsec_c2VjcmV0', now: NOW }), undefined);
    if (event === undefined) continue;
    adapter.typeOf(event);
    const { payment, billing, visitor } = adapter.read(event);
    for (const read of [payment, billing])
      if (read && 'ignored' in read) assert(IGNORED_EVENTS.includes(read.ignored), read.ignored);
    if (payment && 'aliasIds' in payment && payment.payment) {
      const { amount = '', currency = '', type = '', occurredAt = '' } = payment.payment;
      assert.match(amount, /^(?!0+(?:\.0+)?$)\d{1,20}(?:\.\d{1,3})?$/);
      assert.equal(currency, currency.toUpperCase());
      assert(['sale', 'subscription', 'refund'].includes(type));
      assert(Number.isFinite(Date.parse(occurredAt)), occurredAt);
    }
    if (billing && 'billing' in billing) {
      const { atMs, subscription } = billing.billing;
      assert(Number.isSafeInteger(atMs), String(atMs));
      assert.match(subscription?.mrr ?? '0', /^\d+(?:\.\d{1,3})?$/);
    }
    if (visitor) assert(visitor.anonymousId.length > 0 && visitor.anonymousId.length <= 320);
  }
}
