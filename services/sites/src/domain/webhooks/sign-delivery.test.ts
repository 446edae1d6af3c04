import { Webhook } from 'standardwebhooks';
import { SECRET_BYTES, signDelivery, webhookSecret } from './sign-delivery';

const secretOf = (fill: number): string => webhookSecret(Buffer.alloc(SECRET_BYTES, fill));
const body = Buffer.from('{"type":"site.installed","data":{"domain":"b\u00fccher.example"}}');
/** The library refuses what is more than five minutes off its own clock. */
const at = Date.now();

describe('the signature of a delivery', () => {
  it('is one that the library of Standard Webhooks believes', () => {
    const headers = signDelivery({ id: 'msg_1', body, at }, [secretOf(1)]);
    expect(new Webhook(secretOf(1)).verify(body, headers)).toEqual(JSON.parse(body.toString()));
  });

  it('is believed by the holder of either secret while one takes the place of the other', () => {
    const headers = signDelivery({ id: 'msg_1', body, at }, [secretOf(1), secretOf(2)]);
    for (const secret of [1, 2].map(secretOf))
      expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();
    expect(() => new Webhook(secretOf(3)).verify(body, headers)).toThrow('No matching signature');
  });

  it.each([
    ['body', { body: Buffer.from('{}') }, {}],
    ['id', {}, { 'webhook-id': 'msg_2' }],
    ['time', {}, { 'webhook-timestamp': String(Math.floor(at / 1_000) - 1) }],
  ])('fits no other %s', (_, other, changed) => {
    const headers = { ...signDelivery({ id: 'msg_1', body, at }, [secretOf(1)]), ...changed };
    expect(() => new Webhook(secretOf(1)).verify('body' in other ? other.body : body, headers)).toThrow(
      'No matching signature',
    );
  });
});
