import assert from 'node:assert';
import { containsEmailAddress } from '@headwater/protos/visitor-id';

/** Fails if a stored text contains personal data that the scrubbing recognises. */
export function assertScrubbed(text: string): void {
  assert.doesNotMatch(text, /[0-9a-f]{32}/i);
  for (const word of text.split(/[\s/?&=#<>(){}[\],;:|\\]+/)) assert(!containsEmailAddress(word), word);
}
