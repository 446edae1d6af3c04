import { randomBytes } from 'node:crypto';
import { ConfigError, describeConfig, loadConfig } from '@headwater/kit/config';
import { identitySettings } from '../config';
import { parseHmacKeys } from './hmac-keys';

const secret = (fill: number, bytes = 32): string => Buffer.alloc(bytes, fill).toString('base64');
const A = secret(1);
const B = secret(2, 64);

describe('HMAC_KEYS', () => {
  it('lists the keys in order, the current key first', () => {
    const result = parseHmacKeys(`2026-11:${A}, 2025.old_1:${B}`);
    if (!('keys' in result)) throw new Error(result.problem);
    expect(result.keys.map(({ id }) => id)).toEqual(['2026-11', '2025.old_1']);
    expect(result.keys[0].key.export()).toEqual(Buffer.alloc(32, 1));
  });

  it.each([
    ['is empty', '', 'key 1 must have the form id:base64'],
    ['has no id', A, 'key 1 must have the form id:base64'],
    ['has an empty id', `:${A}`, 'key 1 must have an id'],
    ['has id and secret swapped', `${A}:k1`, 'key 1 must have an id'],
    ['has a space in the id', `k 1:${A}`, 'key 1 must have an id'],
    ['has a long id', `${'k'.repeat(33)}:${A}`, 'key 1 must have an id'],
    ['is not base64', `k1:${'!'.repeat(44)}`, 'key 1 must be base64'],
    ['has no padding', `k1:${A.replace('=', '')}`, 'key 1 must be base64'],
    ['has 40 hexadecimal digits', `k1:${'ab'.repeat(20)}`, 'key 1 must be at least 32 bytes'],
    ['has only 31 bytes', `k1:${secret(1, 31)}`, 'key 1 must be at least 32 bytes'],
    ['has no secret', 'k1:', 'key 1 must be at least 32 bytes'],
    ['ends with a comma', `k1:${A},`, 'key 2 must have the form id:base64'],
    ['repeats an id', `k1:${A},k1:${B}`, 'key 2 repeats the id'],
    ['repeats a secret', `k1:${A},k2:${A}`, 'key 2 is the same secret'],
  ])('is refused without repeating its text when it %s', (_why, text, problem) => {
    const result = parseHmacKeys(text);
    expect(result).toEqual({ problem: expect.stringContaining(problem) as string });
    for (const part of text.split(/[,:]/).filter((piece) => piece.length > 8))
      expect(JSON.stringify(result)).not.toContain(part);
  });

  it('never appears in errors, printed configuration or JSON', () => {
    const key = randomBytes(32).toString('base64');
    const env = { DATABASE_URL: 'postgres://u:hidden@h/d', HMAC_KEYS: `k1:${key}` };
    const config = loadConfig(identitySettings, env);
    expect(describeConfig(identitySettings, config)).not.toContain(key);
    expect(JSON.stringify(config)).not.toContain(key);
    expect(() => loadConfig(identitySettings, { ...env, HMAC_KEYS: `${key}:k1` })).toThrow(ConfigError);
    expect(() => loadConfig(identitySettings, { ...env, HMAC_KEYS: `${key}:k1` })).not.toThrow(key);
    expect(() => loadConfig(identitySettings, {})).toThrow(
      /DATABASE_URL: is required[^]*HMAC_KEYS: is required/,
    );
  });
});
