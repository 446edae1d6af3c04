import { sessionKey, visitorKey } from './visitor-key';

describe('visitorKey', () => {
  it('never changes for a visitor, because stored events refer to it', () => {
    expect(visitorKey(1, 'abc')).toBe('4534177210052964484');
    expect(sessionKey(1, 2, 'abc')).toBe('13737698446309018113');
  });

  it('differs between workspaces for the same anonymous id', () => {
    expect(visitorKey(1, 'abc')).not.toBe(visitorKey(2, 'abc'));
  });

  it('is an unsigned 64-bit integer', () => {
    for (let n = 0; n < 200; n++) {
      const key = BigInt(visitorKey(1, String(n)));
      expect(key >= 0n && key < 2n ** 64n).toBe(true);
    }
  });
});
