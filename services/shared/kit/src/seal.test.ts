import { loadConfig } from './config';
import { seal, reseal, unseal, type SealingKeys, SECRETS_KEY_SETTINGS } from './seal';

const [first, second, third] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];

describe('a sealed text', () => {
  it('opens only with its key and for its owner', () => {
    const sealed = seal([first], 'whsec_ü', 'workspace 1');
    expect(unseal([first], sealed, 'workspace 1')).toBe('whsec_ü');
    expect(unseal([first], sealed, 'workspace 2')).toBeUndefined();
    expect(unseal([second, third], sealed, 'workspace 1')).toBeUndefined();
    sealed.writeUInt8(sealed.readUInt8(30) ^ 1, 30);
    expect(unseal([first], sealed, 'workspace 1')).toBeUndefined();
  });

  it('is never the same twice', () => {
    expect(seal([first], 'a').equals(seal([first], 'a'))).toBe(false);
  });

  it('opens with any of several keys; the first one seals', () => {
    const sealed = seal([first, second], 'a');
    expect(unseal([second, first], sealed)).toBe('a');
    expect(unseal([first], sealed)).toBe('a');
    expect(unseal([second], sealed)).toBeUndefined();
  });

  it('is sealed again unless the first key has sealed it', () => {
    const sealed = seal([first], 'a', 'here');
    expect(reseal([first, second], sealed, 'here')).toBe(sealed);
    const anew = reseal([second, first], sealed, 'here') ?? Buffer.alloc(0);
    expect(unseal([second], anew, 'here')).toBe('a');
    expect(unseal([first], anew, 'here')).toBeUndefined();
    expect(reseal([second], sealed, 'here')).toBeUndefined();
    expect(reseal([second, first], sealed, 'there')).toBeUndefined();
  });
});

describe('SECRETS_KEY', () => {
  const keysOf = (text: string | undefined): SealingKeys =>
    loadConfig(SECRETS_KEY_SETTINGS, { SECRETS_KEY: text }).secretsKeys;
  const [one, two] = [first, second].map((key) => key.toString('base64'));

  it('is one key or several', () => {
    expect(keysOf(one)).toEqual([first]);
    expect(keysOf(`${two},${one}`)).toEqual([second, first]);
  });

  it.each([undefined, ''])('is required: %p', (text) => {
    expect(() => keysOf(text)).toThrow('SECRETS_KEY: is required; `openssl rand -base64 32` prints one');
  });

  it.each([`${one},`, `,${one}`, `${one} ${two}`, `${one}, ${two}`, 'c2hvcnQ=', `${one},c2hvcnQ=`, 'k1:'])(
    'is not %p',
    (text) => {
      expect(() => keysOf(text)).toThrow(/SECRETS_KEY: must be 32 bytes in base64, or several/);
    },
  );
});
