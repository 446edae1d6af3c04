import type { SealingKeys } from './seal';
import { createOpenBox, createSealBox, publicKeyOf } from './sealed-box';

const keysOf = (...bytes: [number, ...number[]]): SealingKeys =>
  bytes.map((byte) => Buffer.alloc(32, byte)) as unknown as SealingKeys;
const KEYS = keysOf(1);
const sealBox = (publicKey: string, text: string, belongsTo: string) =>
  createSealBox(publicKey)(text, belongsTo);
const TEXT = 'Cj0KCQjw-canary_1234';

it('opens a box for its owner', () => {
  const box = sealBox(publicKeyOf(KEYS), TEXT, 'site 1');
  expect(createOpenBox(KEYS)(box, 'site 1')).toBe(TEXT);
  expect(box.includes(TEXT)).toBe(false);
});

it('seals the same text differently each time', () => {
  const [one, other] = [sealBox(publicKeyOf(KEYS), TEXT, ''), sealBox(publicKeyOf(KEYS), TEXT, '')];
  expect(one.equals(other)).toBe(false);
});

it('opens no box of another owner, of another key, or with a changed byte', () => {
  const box = sealBox(publicKeyOf(KEYS), TEXT, 'site 1');
  expect(createOpenBox(KEYS)(box, 'site 2')).toBeUndefined();
  expect(createOpenBox(keysOf(2))(box, 'site 1')).toBeUndefined();
  for (const at of [0, 40, box.length - 1]) {
    const changed = Buffer.from(box);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(createOpenBox(KEYS)(changed, 'site 1')).toBeUndefined();
  }
});

it('opens boxes of earlier keys after a rotation', () => {
  const box = sealBox(publicKeyOf(KEYS), TEXT, '');
  expect(createOpenBox(keysOf(2, 1))(box, '')).toBe(TEXT);
});

it('derives the same public key each time', () => {
  expect(publicKeyOf(KEYS)).toBe(publicKeyOf(keysOf(1, 2)));
  expect(publicKeyOf(KEYS)).not.toBe(publicKeyOf(keysOf(2)));
});

it('seals several texts with one ephemeral key, and differently', () => {
  const seal = createSealBox(publicKeyOf(KEYS));
  const [one, other] = [seal(TEXT, 'site 1'), seal(TEXT, 'site 1')];
  expect(one.equals(other)).toBe(false);
  expect([one, other].map((box) => createOpenBox(KEYS)(box, 'site 1'))).toEqual([TEXT, TEXT]);
});

it.each([0, 6, 32, 40, 64])('opens no bytes that are not a box: %d zeros', (length) => {
  expect(createOpenBox(KEYS)(Buffer.alloc(length), 'site 1')).toBeUndefined();
});
