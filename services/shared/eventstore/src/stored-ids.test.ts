import { loadConfig } from '@headwater/kit/config';
import { createStoredIds, derivedSessionId, VISITOR_KEY_SETTINGS } from './stored-ids';

const KEY = Buffer.alloc(32, 1);
const keyed = createStoredIds(KEY);
const plain = createStoredIds('none');

describe('stored ids', () => {
  it('never change, because stored events refer to them', () => {
    expect(keyed.ofVisitor(1, 'abc')).toBe('783652275582205838');
    expect(keyed.ofSession(1, 2, 'abc')).toBe('3000137722132496587');
    expect(keyed.fingerprint).toBe('d0b2f868470e3a31');
    expect(derivedSessionId(1, 2, 'abc')).toBe('13737698446309018113');
  });

  it('never change without a key, for installations from before the key', () => {
    expect(plain.ofVisitor(1, 'abc')).toBe('4534177210052964484');
    expect(plain.ofSession(1, 2, 'abc')).toBe('13737698446309018113');
    expect(plain.fingerprint).toBe('');
  });

  it('differ between keys', () => {
    const other = createStoredIds(Buffer.alloc(32, 2));
    for (const id of [plain.ofVisitor(1, 'abc'), other.ofVisitor(1, 'abc')])
      expect(keyed.ofVisitor(1, 'abc')).not.toBe(id);
    for (const id of [plain.ofSession(1, 2, 'abc'), other.ofSession(1, 2, 'abc')])
      expect(keyed.ofSession(1, 2, 'abc')).not.toBe(id);
    expect(keyed.fingerprint).not.toBe(other.fingerprint);
  });

  it('differ between workspaces for the same anonymous id', () => {
    for (const ids of [keyed, plain]) expect(ids.ofVisitor(1, 'abc')).not.toBe(ids.ofVisitor(2, 'abc'));
  });

  it('are unsigned 64-bit integers', () => {
    for (let n = 0; n < 200; n++) {
      const id = BigInt(keyed.ofVisitor(1, String(n)));
      expect(id >= 0n && id < 2n ** 64n).toBe(true);
    }
  });
});

describe('VISITOR_KEY', () => {
  const keyOf = (text?: string) => loadConfig(VISITOR_KEY_SETTINGS, { VISITOR_KEY: text }).visitorKey;

  it('is 32 bytes in base64, none, or unset', () => {
    expect(keyOf(KEY.toString('base64'))).toEqual(KEY);
    expect([keyOf('none'), keyOf(), keyOf('')]).toEqual(['none', undefined, undefined]);
  });

  it.each(['secret', Buffer.alloc(31).toString('base64'), `${KEY.toString('base64')},`])(
    'is not %j',
    (text) => {
      expect(() => keyOf(text)).toThrow('VISITOR_KEY: must be 32 bytes in base64');
    },
  );
});
