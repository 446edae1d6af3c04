import { accepted, refused, type Checked } from './checked';
import { codePointCount } from './code-point-count';
import { hasControlCharacters } from './has-control-characters';

/** Longest display name, in characters as people count them (code points). */
const MAX_NAME_LENGTH = 200;

/** A site's display name, trimmed. */
export function checkName(text: string): Checked<string> {
  const name = text.trim();
  if (name === '') return refused('A name may not be empty. Leave it out to use the domain.');
  if (codePointCount(name) > MAX_NAME_LENGTH)
    return refused(`A name has at most ${MAX_NAME_LENGTH} characters.`);
  if (hasControlCharacters(name))
    return refused('A name may hold no line breaks or other control characters.');
  return accepted(name);
}
