import assert from 'node:assert';
import { cutText, scrubText } from '../../src/domain/scrub';
import { assertScrubbed } from './personal-data';

const NAME = 'canary.person';

/** An address in the encodings that scrubbing recognises. */
const ADDRESSES = [
  `${NAME}@mail.example`,
  `${NAME}%40mail.example`,
  `${NAME}%252540mail.example`,
  `${NAME}＠mail。example`,
  `%63anary.person%40mail%2Eexample`,
  `${NAME}%u0040mail.example`,
  `${NAME}&#64;mail&#46;example`,
  `${NAME}@[192.0.2.1]`,
  String.raw`${NAME}\u0040mail.example`,
  `=${Buffer.from(`${NAME}@mail.example`).toString('base64')}`,
];
/** Parts of the name that a cut may leave, where the rest of the word follows. */
const PARTS = /canary\.|%63anary|Y2FuYXJ5LnBlcnNv/;

/** Any text, and an address in the middle of it, also cut at any position. */
export function fuzz(data: Buffer): void {
  const text = data.subarray(2).toString();
  const scrubbed = scrubText(text);
  assertScrubbed(scrubbed);
  assert.equal(scrubText(scrubbed), scrubbed);
  if (PARTS.test(text)) return;
  const [choice = 0, position = 0] = data;
  const before = text.slice(0, position);
  const whole = `${before}${ADDRESSES[choice % ADDRESSES.length] ?? ''} ${text.slice(position)}`;
  assert.doesNotMatch(scrubText(whole), PARTS);
  for (let end = before.length; end <= before.length + 50; end++)
    assert.doesNotMatch(scrubText(cutText(whole, end)), PARTS);
}
