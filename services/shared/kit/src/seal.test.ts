import { seal, unseal } from './seal';

const key = Buffer.alloc(32, 1);

describe('a sealed text', () => {
  it('is read under its own key, as what it belongs to, and never otherwise', () => {
    const sealed = seal(key, 'whsec_ü', 'workspace 1');
    expect(unseal(key, sealed, 'workspace 1')).toBe('whsec_ü');
    expect(unseal(key, sealed, 'workspace 2')).toBeUndefined();
    expect(unseal(Buffer.alloc(32, 2), sealed, 'workspace 1')).toBeUndefined();
    sealed.writeUInt8(sealed.readUInt8(30) ^ 1, 30);
    expect(unseal(key, sealed, 'workspace 1')).toBeUndefined();
  });

  it('is never the same twice', () => {
    expect(seal(key, 'a').equals(seal(key, 'a'))).toBe(false);
  });
});
