/** The rule for visitor and session ids, the same at every endpoint. */

import { containsJwt } from '@headwater/kit/jwt';

/** Characters (code points) of a visitor or session id. */
export const MAX_VISITOR_ID_LENGTH = 128;

/** Returns true for an id in the form of the browser script's ids, a random UUID: nobody guesses it. */
export function isScriptVisitorId(id: string): boolean {
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id);
}

/** The rule in words, for documents. */
export const VISITOR_ID_RULE = `1 to ${MAX_VISITOR_ID_LENGTH} printable characters, without @, %40 or a JWT`;

const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * Returns the problem with a visitor or session id, to follow the field's name; undefined when the id is valid. An `@` is invalid in
 * each of its forms, also without a domain: only the digest of an id is stored, and a guessed address would confirm it.
 */
export function visitorIdProblem(id: string): string | undefined {
  if (isTooLong(id)) return TOO_LONG;
  const plain = plainText(id);
  if (AT.test(plain)) return 'must not contain @ or %40, which email addresses have: send a random id';
  if (containsEncodedAddress(plain))
    return 'must not contain an email address, not even encoded: send a random id';
  if (containsJwt(id)) return 'must not contain a JWT: send a random id';
  return storedVisitorIdProblem(id);
}

/**
 * Like `visitorIdProblem`, for ids that may be stored already: earlier versions accepted `a@b`, encoded addresses and JWTs, but no
 * other email address.
 */
export function storedVisitorIdProblem(id: string): string | undefined {
  if (isTooLong(id)) return TOO_LONG;
  if (id.trim() === '') return 'must not be empty';
  if (UNPRINTABLE.test(id)) return 'must not contain control characters';
  if (EMAIL_ADDRESS.test(plainText(id))) return 'must not contain an email address';
  return undefined;
}

const TOO_LONG = `must have at most ${MAX_VISITOR_ID_LENGTH} characters`;

/** Checked first: a sender chooses the length of an id, and the other checks decode it. */
function isTooLong(id: string): boolean {
  // A character has one or two UTF-16 units, so most ids need no count.
  if (id.length <= MAX_VISITOR_ID_LENGTH) return false;
  return id.length > 2 * MAX_VISITOR_ID_LENGTH || Array.from(id).length > MAX_VISITOR_ID_LENGTH;
}

/** A character without which no text contains an email address, whatever its encoding except base64. */
const MAY_BE_ADDRESS = /[@%&\\\uff20\ufe6b]|=40[a-z]/i;
/** An @ in each of its forms, also typed repeatedly, between text and an IP address in brackets or a domain whose last label begins with a letter. */
const EMAIL_ADDRESS =
  /[^\s@\uff20\ufe6b][@\uff20\ufe6b]{1,3}(?:\[(?:IPv6:)?[\da-f.:]{2,45}\]|[^\s@\uff20\ufe6b]*[^\s@\uff20\ufe6b.][.\u3002\ufe52\uff0e\uff61]\p{L})/iu;
/** Links within links encode a text once per level: `%252540`, `&amp;amp;#64;`. */
const NESTED_PERCENT = /%(?:25|u0025)+(?=[\da-f]{2}|u)/gi;
const NESTED_AMPERSAND = /&(?:amp;|#38;|#x26;)+/gi;
const NESTED_BACKSLASH = /\\(?:u005c|x5c)+(?=[ux])/gi;
/** Levels of different kinds, such as an HTML reference in a URL. */
const MAX_ENCODINGS = 8;
/**
 * A character as `%u0040` (JavaScript's `escape`), a reference of HTML (`&#64;`, `&#x40;`, `&commat;`), an escape of JSON or
 * JavaScript (`\u0040`, `\x40`), or an `@` or dot in quoted-printable (`=40`, `=2E`). `=40` is an `@` only before a name with a dot that
 * begins with a letter: in a URL it is usually a number.
 */
const ESCAPED_CHARACTER =
  /%u(?<u>[\da-f]{4})|=(?<printable>40(?=[a-z][a-z\d-]*(?:\.|=2e))|2e(?=[a-z]))|&#x0{0,16}(?<hex>[\da-f]{1,6});?|&#0{0,16}(?<decimal>\d{1,7});?|&(?<name>commat|period);|\\u(?<json>[\da-f]{4})|\\x(?<byte>[\da-f]{2})/gi;

/** An `@` in each of its forms. */
const AT = /[@\uff20\ufe6b]/;
/** A run that may be base64. An address in ASCII contains no `/`. */
const BASE64_RUN = /[\w+-]{12,}/g;
/** An `@` in base64, as the first, second or third byte of three. */
const ENCODED_AT = /[A-P](?<=Q[A-P]|[EUk0][A-D]|[159BFJNRVZdhlptx]A)/;
/**
 * ASCII text in base64, which may contain an escaped `@`: each first character of four is that of a visible character or white space.
 */
const BASE64_TEXT = /(?<![A-Za-z0-9])(?:[CDI-Za-f][A-Za-z0-9]{2}[\w+-]){3}/;
/** An `@` in hexadecimal, between other visible characters. */
const HEX_AT = /(?<=[2-7][\da-f])40(?=[2-7][\da-f])/i;
const HEX_RUN = /[\da-f]{18,}/gi;
/** Shortest text in which an address is searched, and a stricter form of an address: random bytes rarely contain them. */
const DECODED_ADDRESS = /[^\s@\uff20\ufe6b][@\uff20\ufe6b](?:[\p{L}\p{N}-]+[.\u3002\uff0e\uff61])+\p{L}{2}/u;
const DECODED_TEXT = /[^\p{Cc}\p{Cn}\p{Co}\ufffd]{9,}/gu;
const LINE_BREAKS = /[\r\n]+/g;

/**
 * Returns true for a text with an `@`, also percent-encoded or escaped, and for a text with an encoded email address. Takes linear time.
 */
export function containsAt(text: string): boolean {
  const plain = plainText(text);
  return AT.test(plain) || containsEncodedAddress(plain);
}

/**
 * Returns true for a text that is or contains an email address, also percent-encoded (`%40`) or with escaped characters
 * (`&#64;`), also repeatedly (`%2540`), and within a text in base64 or hexadecimal digits (UTF-8, base64 also UTF-16, also in several lines). Takes
 * linear time.
 */
export function containsEmailAddress(text: string): boolean {
  const plain = plainText(text);
  return EMAIL_ADDRESS.test(plain) || containsEncodedAddress(plain);
}

/** Returns false for most texts without an email address, faster than `containsEmailAddress`. True if the text contains one. */
export function mayContainEmailAddress(text: string): boolean {
  return MAY_BE_ADDRESS.test(text) || mayEncodeAddress(text);
}

function mayEncodeAddress(text: string): boolean {
  return mayBeBase64Address(text) || HEX_AT.test(text);
}

function mayBeBase64Address(text: string): boolean {
  return ENCODED_AT.test(text) || BASE64_TEXT.test(text);
}

/** Returns true for a text with an email address in base64, also twice, or in hexadecimal digits. */
export function containsEncodedAddress(text: string): boolean {
  return encodesAddress(text, MAX_BASE64);
}

const MAX_BASE64 = 2;

/** @param levels of base64 */
function encodesAddress(text: string, levels: number): boolean {
  if (!mayEncodeAddress(text)) return false;
  const joined = text.replace(LINE_BREAKS, '');
  const base64Runs = joined.match(BASE64_RUN) ?? [];
  const hexRuns = HEX_AT.test(joined) ? (joined.match(HEX_RUN) ?? []) : [];
  return (
    base64Runs.some(
      (run) =>
        mayBeBase64Address(run) &&
        (levels === MAX_BASE64 ? OFFSETS : [0]).some((offset) =>
          decodesToAddress(Buffer.from(run.slice(offset), 'base64'), levels - 1),
        ),
    ) ||
    hexRuns.some((run) => [0, 1].some((offset) => decodesToAddress(Buffer.from(run.slice(offset), 'hex'), 0)))
  );
}

/** The run may begin with other characters, such as a prefix. A run within base64 may not: it would take four times as long. */
const OFFSETS = [0, 1, 2, 3];

/** @param levels of base64 that the decoded text may contain */
function decodesToAddress(bytes: Buffer, levels: number): boolean {
  const decodedRun = bytes.toString();
  const mayContain = MAY_BE_ADDRESS.test(decodedRun);
  if (!mayContain && levels === 0) return false;
  // Every second byte of ASCII in UTF-16 is NUL.
  const texts = decodedRun.replaceAll('\0', '').match(DECODED_TEXT) ?? [];
  return texts.some(
    (text) =>
      (mayContain && DECODED_ADDRESS.test(plainText(text))) || (levels > 0 && encodesAddress(text, levels)),
  );
}

function plainText(text: string): string {
  return MAY_BE_ADDRESS.test(text) ? decoded(text) : text;
}

/** The text without escapes. Invalid ones stay, and bytes that are no UTF-8 become `U+FFFD`. */
function decoded(text: string): string {
  let result = text;
  for (let pass = 0; pass < MAX_ENCODINGS; pass++) {
    const next = result
      .replace(NESTED_PERCENT, '%')
      .replace(NESTED_AMPERSAND, '&')
      .replace(NESTED_BACKSLASH, '\\')
      .replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString())
      .replace(ESCAPED_CHARACTER, unescaped);
    if (next === result) break;
    result = next;
  }
  return result;
}

function unescaped(escaped: string, ...rest: unknown[]): string {
  const { u, printable, hex, decimal, name, json, byte } = rest.at(-1) as Record<string, string | undefined>;
  if (name !== undefined) return name.toLowerCase() === 'commat' ? '@' : '.';
  const digits = u ?? printable ?? hex ?? json ?? byte;
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  return code > 0x10ffff ? escaped : String.fromCodePoint(code);
}
