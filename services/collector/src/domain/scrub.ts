import { JWT_START } from '@headwater/kit/jwt';
import { hasManyUnits, replaceTokens } from '@headwater/protos/tokens';
import {
  containsEmailAddress,
  containsEncodedAddress,
  mayContainEmailAddress,
} from '@headwater/protos/visitor-id';

/** Replaces personal data in a stored text. */
export const REDACTED = '(redacted)';
/** Replaces a property key that contains a token. A valid key, unlike `REDACTED`. */
const REDACTED_KEY = 'redacted';

/** Replaces personal data in a text. */
export type Scrub = (text: string) => string;

/** A part of a text between separators: a segment of a path, a value of a query, a word of a sentence. */
const WORD = /[^\s/?&=#<>(){}[\],;:|\\]+/g;
/** Parts of an address that contain separators: an escaped character, an IP address in brackets, a quoted name, the address of a recipient. */
const MAY_HAVE_SEPARATORS =
  /&(?:#|amp|commat)|\\[ux]|=40[a-z]|=[\w-]+\.[\w.-]+(?:[@\uff20\ufe6b]|%40)|@\[|"(?:[@\uff20\ufe6b]|%40)/i;
/** A word with such parts. */
const WIDE_WORD =
  /(?:&(?:(?:amp|#38|#x26);){0,16}(?:#x?[\da-f]{1,24}|commat|period);?|\\{1,8}(?:u[\da-f]{4}|x[\da-f]{2})|=(?:40|2e)(?=[a-z])|(?<=\+[\w.-]{1,64})=(?=[\w-]+\.[\w.-]+(?:[@\uff20\ufe6b]|%40))|@\[[\da-f.:IPv]{2,50}\]|"[^"]{1,64}"(?=[@\uff20\ufe6b]|%40)|[^\s/?&=#<>(){}[\],;:|\\])+/gi;

/**
 * Returns the text with `(redacted)` instead of email addresses and tokens.
 *
 * - An email address, also percent-encoded, escaped or within base64: the whole word that contains it, up to the next separator
 *   such as `/` or a space. The whole text, if the address is in base64 with line breaks.
 * - A token, see `replaceTokens`.
 *
 * The same text always has the same result. Takes linear time.
 */
export const scrubText: Scrub = (text) => {
  const scrubbed = withoutAddresses(text);
  const withoutToken = replaceTokens(scrubbed, REDACTED);
  // An address in base64 directly after a token is recognised without the token.
  return withoutToken === scrubbed ? scrubbed : withoutAddresses(withoutToken);
};

function withoutAddresses(text: string): string {
  if (!mayContainEmailAddress(text)) return text;
  const scrubbed = text.replace(wordOf(text), withoutAddress);
  // Base64 in several lines is no single word.
  return /[\r\n]/.test(scrubbed) && containsEncodedAddress(scrubbed) ? REDACTED : scrubbed;
}

function wordOf(text: string): RegExp {
  return MAY_HAVE_SEPARATORS.test(text) ? WIDE_WORD : WORD;
}

function withoutAddress(word: string): string {
  return containsEmailAddress(word) ? REDACTED : word;
}

/** Returns the scrubbing of a site; without it, texts stay as they are. */
export function scrubOf(site: { readonly scrub: boolean }): Scrub {
  return site.scrub ? scrubText : keepText;
}

const keepText: Scrub = (text) => text;

/** Returns the properties with scrubbed keys and values; the same object if nothing changes. */
export function scrubProps(
  props: Readonly<Record<string, string>>,
  scrub: Scrub,
): Readonly<Record<string, string>> {
  const pairs = Object.entries(props);
  const scrubbed = pairs.map(([key, value]): [string, string] => [scrubKey(key, scrub), scrub(value)]);
  const isClean = scrubbed.every(([key, value], at) => key === pairs[at]?.[0] && value === pairs[at][1]);
  return isClean ? props : Object.fromEntries(scrubbed);
}

/** Returns a property key, `redacted` for a key with a token. */
export function scrubKey(key: string, scrub: Scrub): string {
  return scrub(key) === key ? key : REDACTED_KEY;
}

/**
 * Cuts a text. Leaves out a word with an address or token that the cut would divide: no later step would recognise the rest.
 *
 * @param max in UTF-16 units
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  for (const { 0: word, index } of text.matchAll(wordOf(text))) {
    if (index >= max) break;
    if (index + word.length > max && scrubText(word) !== word) return text.slice(0, index);
  }
  return text.slice(0, max);
}

/** Shortest part of a token that is recognised at the end of a text that its sender cut. */
const MIN_CUT_TOKEN = 12;
const CUT_TOKEN = new RegExp(`(?:[0-9a-f]{${MIN_CUT_TOKEN},}|[\\w+-]{${MIN_CUT_TOKEN},})$`, 'i');

/**
 * Returns a text that its sender cut, without its last word if that may be the first half of an address or a token.
 *
 * @param max the length in UTF-16 units at which the sender cuts: texts of another length stay as they are
 */
export function withoutCutWord(text: string, max: number): string {
  if (text.length !== max) return text;
  const word = Array.from(text.slice(-MAX_WORD).matchAll(wordOf(text))).at(-1)?.[0] ?? '';
  if (!text.endsWith(word) || !mayBeCut(word)) return text;
  return text.slice(0, text.length - word.length);
}

/** Longest last word that is recognised, in UTF-16 units. */
const MAX_WORD = 500;

/** With the rest of a domain, the word contains an address; or it ends with a part of a token. */
function mayBeCut(word: string): boolean {
  if (containsEmailAddress(`${word}x.example`) || JWT_START.test(word)) return true;
  const token = CUT_TOKEN.exec(word)?.[0] ?? '';
  return token !== '' && (/^[0-9a-f]+$/i.test(token) || hasManyUnits(token));
}
