/** The rule for visitor and session ids, the same at every endpoint. */

/** Characters (code points) of a visitor or session id. */
export const MAX_VISITOR_ID_LENGTH = 128;

/** The rule in words, for documents. */
export const VISITOR_ID_RULE = `1 to ${MAX_VISITOR_ID_LENGTH} printable characters, not an email address`;

const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Returns the problem with a visitor or session id, to follow the field's name; undefined when the id is valid. */
export function visitorIdProblem(id: string): string | undefined {
  if (id.trim() === '') return 'must not be empty';
  // A character has one or two UTF-16 units, so most ids need no count.
  if (id.length > MAX_VISITOR_ID_LENGTH && isTooLong(id))
    return `must have at most ${MAX_VISITOR_ID_LENGTH} characters`;
  if (UNPRINTABLE.test(id)) return 'must not contain control characters';
  if (containsEmailAddress(id))
    return 'must not contain an email address: send a random id or your internal id';
  return undefined;
}

function isTooLong(id: string): boolean {
  return id.length > 2 * MAX_VISITOR_ID_LENGTH || Array.from(id).length > MAX_VISITOR_ID_LENGTH;
}

/** An @ in each of its spellings. */
const AT = /[@\uff20\ufe6b]|%40/g;
/** An @ between text and a domain whose last label begins with a letter. */
const EMAIL_ADDRESS = /[^\s@]@[^\s@]*[^\s@.][.\u3002\uff0e\uff61]\p{L}/u;

/** Returns true for a text that is or contains an email address. Takes linear time. */
export function containsEmailAddress(text: string): boolean {
  return text.search(AT) >= 0 && EMAIL_ADDRESS.test(text.replaceAll(AT, '@'));
}
