import { certificateIds } from './certificate';
import { parseHmacKeys } from './hmac-keys';

const secret = (fill: number): string => Buffer.alloc(32, fill).toString('base64');
const keysOf = (text: string) => {
  const result = parseHmacKeys(text);
  if ('problem' in result) throw new Error(result.problem);
  return result.keys;
};
const KEYS = keysOf(`new:${secret(2)},old:${secret(1)}`);
const ERASURE = { workspaceId: 1, subject: { email: 'ada@example.com' }, operationId: 'op-1' };

describe('certificateIds', () => {
  it('returns the same UUIDs for the same erasure, one per key', () => {
    const ids = certificateIds(KEYS, ERASURE, 0);
    expect(ids).toEqual(certificateIds(KEYS, ERASURE, 0));
    expect(ids[1]).toBe(certificateIds(keysOf(`old:${secret(1)}`), ERASURE, 0)[0]);
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('differs by workspace, subject, operation, use and key', () => {
    const ids = [
      ...certificateIds(KEYS, ERASURE, 0),
      ...certificateIds(KEYS, ERASURE, 1),
      ...certificateIds(KEYS, { ...ERASURE, workspaceId: 2 }, 0),
      ...certificateIds(KEYS, { ...ERASURE, subject: { email: 'bob@example.com' } }, 0),
      ...certificateIds(KEYS, { ...ERASURE, subject: { userId: 'u1' } }, 0),
      ...certificateIds(KEYS, { ...ERASURE, subject: { anonymousId: 'u1' } }, 0),
      ...certificateIds(KEYS, { ...ERASURE, operationId: 'op-2' }, 0),
    ];
    expect(new Set(ids).size).toBe(14);
  });
});
