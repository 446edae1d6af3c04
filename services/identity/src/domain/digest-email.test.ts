import { createHash, createHmac } from 'node:crypto';
import { digestEmail } from './digest-email';
import { parseHmacKeys, type HmacKeys } from './hmac-keys';

function keys(text: string): HmacKeys {
  const result = parseHmacKeys(text);
  if ('problem' in result) throw new Error(result.problem);
  return result.keys;
}

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const BOTH = keys(`new:${NEW.toString('base64')},old:${OLD.toString('base64')}`);
const EMAIL = 'ada@example.com';

describe('the digests of an address', () => {
  it('are HMAC-SHA-256 of workspace, NUL and address under each key, the current first', () => {
    const expected = (key: Buffer) => createHmac('sha256', key).update(`7\0${EMAIL}`).digest();
    expect(digestEmail(BOTH, 7, EMAIL)).toEqual([
      { keyId: 'new', digest: expected(NEW) },
      { keyId: 'old', digest: expected(OLD) },
    ]);
  });

  it('differ from workspace to workspace, and are no plain hash', () => {
    const digests = [1, 2, 12].map((workspaceId) =>
      digestEmail(BOTH, workspaceId, EMAIL)[0].digest.toString('hex'),
    );
    expect(new Set(digests).size).toBe(3);
    expect(digests).not.toContain(createHash('sha256').update(EMAIL).digest('hex'));
  });
});
