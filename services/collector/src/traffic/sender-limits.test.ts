import { addressKeys } from './sender-limits';

const key = addressKeys(Buffer.alloc(32, 1));

describe('address keys', () => {
  it.each([
    ['2001:db8::1', '2001:db8:0:0:ffff::2'],
    ['2001:db8::1', '2001:0db8:0000:0000::'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['::1', '::2'],
    ['64:ff9b::192.0.2.1', '64:ff9b::192.0.2.2'],
  ])('is the same for %s and %s', (one, other) => {
    expect(key(one)).toBe(key(other));
  });

  it.each([
    ['203.0.113.1', '203.0.113.2'],
    ['2001:db8:1:2::', '2001:db8:1:3::'],
    ['2001:db8::1', '2001:db9::1'],
    ['', '203.0.113.1'],
  ])('differs for %j and %j', (one, other) => {
    expect(key(one)).not.toBe(key(other));
  });

  it('does not reveal the address', () => {
    expect(key('203.0.113.1')).not.toContain('203');
    expect(key('203.0.113.1')).not.toBe(addressKeys(Buffer.alloc(32, 2))('203.0.113.1'));
  });
});
