const MAX_LENGTH = 200;

/** U+0000, which Postgres refuses in text and jsonb, and lone surrogates, which are no Unicode text. */
const UNSTORABLE = /[\0\p{Cs}]/u;
const CONTROL = /[\p{Cc}\p{Cs}]/u;

/** True when Postgres can keep the text as it is. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** The text without what Postgres can't keep, at most `maxLength` UTF-16 units: for evidence that must not fail a call. */
export function storablePart(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll(/[\0\p{Cs}]/gu, '');
}

/** True when the text has a control character or a lone surrogate. */
export function hasControlCharacter(text: string): boolean {
  return CONTROL.test(text);
}

/** What is wrong with `user_id`, `plan` or `company`; undefined when nothing is. */
export function textProblem(text: string): string | undefined {
  if (text.trim() === '') return 'must not be empty: leave it out instead';
  if (text.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters`;
  if (hasControlCharacter(text)) return 'must not contain control characters';
  return undefined;
}
