import { JWT_START } from '@headwater/kit/jwt';

/** Shortest token that is replaced. */
const MIN_TOKEN = 32;
/** The characters of a JWT: base64url parts and dots. */
const DOTTED_RUN = /[A-Za-z0-9_+.-]{32,}/g;
const BASE64_RUN = /[A-Za-z0-9_+-]{32,}/g;
const HEX_RUN = /[0-9a-fA-F]{32,}/g;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Returns true for a text that is or contains a token, see `replaceTokens`. */
export function containsToken(text: string): boolean {
  return replaceTokens(text, ' ') !== text;
}

/**
 * Returns the text with a replacement instead of tokens. Takes linear time.
 *
 * - A JWT: three base64url parts, of which the first begins with a JSON object. Also a cut one.
 * - At least 32 hexadecimal digits in a row, which a UUID does not have.
 * - At least 32 characters of base64 that look random: two digits or more, and changes between upper case, lower case and
 *   digits, on average within four characters. Slugs and UUIDs stay.
 */
export function replaceTokens(text: string, replacement: string): string {
  if (text.length < MIN_TOKEN) return text;
  return text.replace(DOTTED_RUN, (run) =>
    isJwt(run)
      ? replacement
      : run
          .replace(HEX_RUN, replacement)
          .replace(BASE64_RUN, (token) => (isRandom(token) ? replacement : token)),
  );
}

/** Whether a part contains the beginning of a JSON object with at least ten characters, and is followed by another part. */
function isJwt(run: string): boolean {
  return run
    .split('.')
    .slice(0, -1)
    .some((part) => part.length - (JWT_START.exec(part)?.index ?? part.length) >= 10);
}

function isRandom(token: string): boolean {
  if (!hasManyUnits(token)) return false;
  // The rest of a slug with an id is still a slug.
  const rest = token.replace(UUID, '');
  return rest.length === token.length || (rest.length >= MIN_TOKEN && hasManyUnits(rest));
}

/**
 * Whether a text has a word (`Blog`, `post`, `FAQ`) or number on average within four characters, and two digits. Words that only
 * a separator divides count as one.
 */
export function hasManyUnits(text: string): boolean {
  let [units, digits, kind, isCapital] = [0, 0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const next = kindOf(text.charCodeAt(at));
    if (next === 0) continue;
    if (next === DIGIT) digits += 1;
    const isSameWord = next === kind || (isCapital && next === LOWER);
    if (!isSameWord) units += 1;
    isCapital = next === UPPER && !isSameWord;
    kind = next;
  }
  return digits >= 2 && units * 4 >= text.length;
}

const [DIGIT, UPPER, LOWER] = [1, 2, 3];

/** The kind of a character; 0 for a separator. */
function kindOf(code: number): number {
  if (code >= 97) return LOWER;
  if (code >= 65) return code === 95 ? 0 : UPPER;
  return code >= 48 ? DIGIT : 0;
}
