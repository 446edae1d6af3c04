import { Webhook } from 'standardwebhooks';
import { MAX_ATTEMPTS, nextAttempt, SECRET_BYTES, signDelivery, webhookSecret } from './delivery';

const secretOf = (fill: number): string => webhookSecret(Buffer.alloc(SECRET_BYTES, fill));
const body = Buffer.from('{"type":"site.installed","data":{"domain":"b\u00fccher.example"}}');
/** The library rejects timestamps more than five minutes from its clock. */
const at = Date.now();

describe('the signature of a delivery', () => {
  it('is accepted by the Standard Webhooks library', () => {
    const headers = signDelivery({ id: 'msg_1', body, at }, [secretOf(1)]);
    expect(new Webhook(secretOf(1)).verify(body, headers)).toEqual(JSON.parse(body.toString()));
  });

  it('is accepted with either secret during a rotation', () => {
    const headers = signDelivery({ id: 'msg_1', body, at }, [secretOf(1), secretOf(2)]);
    for (const secret of [1, 2].map(secretOf))
      expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(secretOf(3)).verify(body, headers)).toThrow('No matching signature');
  });

  it.each([
    ['body', { body: Buffer.from('{}') }, {}],
    ['id', {}, { 'webhook-id': 'msg_2' }],
    ['time', {}, { 'webhook-timestamp': String(Math.floor(at / 1_000) - 1) }],
  ])('is rejected for another %s', (_, other, changed) => {
    const headers = { ...signDelivery({ id: 'msg_1', body, at }, [secretOf(1)]), ...changed };
    expect(() => new Webhook(secretOf(1)).verify('body' in other ? other.body : body, headers)).toThrow(
      'No matching signature',
    );
  });
});

describe('the next attempt', () => {
  it('backs off for three days, then stops', () => {
    const delays = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, n) => nextAttempt(n + 1, 0, 0.5) ?? NaN);
    expect(delays[0]).toBe(5_000);
    expect([...delays].sort((a, b) => a - b)).toEqual(delays);
    const days = delays.reduce((sum, delay) => sum + delay, 0) / 86_400_000;
    expect(days).toBeGreaterThan(2.9);
    expect(days).toBeLessThan(3.1);
    expect(nextAttempt(MAX_ATTEMPTS, 0, 0.5)).toBeUndefined();
  });

  it('has a jitter of up to a tenth', () => {
    expect(nextAttempt(2, 1_000, 0)).toBe(1_000 + 54_000);
    expect(nextAttempt(2, 1_000, 0.999_999)).toBe(1_000 + 66_000);
  });
});
