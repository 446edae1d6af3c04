import { addressKeys } from './address-key';

const key = addressKeys(Buffer.alloc(32, 1));

describe('address keys', () => {
  it.each([
    ['2001:db8::1', '2001:db8:0:0:ffff::2'],
    ['2001:db8::1', '2001:0db8:0000:0000::'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['::1', '::2'],
    ['64:ff9b::192.0.2.1', '64:ff9b::192.0.2.2'],
  ])('counts %s and %s as one', (one, other) => {
    expect(key(one)).toBe(key(other));
  });

  it.each([
    ['203.0.113.1', '203.0.113.2'],
    ['2001:db8:1:2::', '2001:db8:1:3::'],
    ['2001:db8::1', '2001:db9::1'],
    ['', '203.0.113.1'],
  ])('tells %j from %j', (one, other) => {
    expect(key(one)).not.toBe(key(other));
  });

  it('tells nothing without the secret', () => {
    expect(key('203.0.113.1')).not.toContain('203');
    expect(key('203.0.113.1')).not.toBe(addressKeys(Buffer.alloc(32, 2))('203.0.113.1'));
  });
});
