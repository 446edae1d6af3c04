import { accepted, refused, type Checked } from './checked';
import { codePointCount } from './code-point-count';
import { hasControlCharacters } from './has-control-characters';

const MAX_TAGS = 50;
/** Longest tag, in code points. */
const MAX_TAG_LENGTH = 64;

/** Free tags: trimmed, lower-case, each once, in the order given. */
export function checkTags(texts: readonly string[]): Checked<readonly string[]> {
  // NFC, so that two spellings of one accented letter are one tag.
  const tags = texts.map((text) => text.trim().toLowerCase().normalize('NFC'));
  for (const [index, tag] of tags.entries()) {
    if (tag === '') return refused('A tag may not be empty.', index);
    if (codePointCount(tag) > MAX_TAG_LENGTH)
      return refused(`A tag has at most ${MAX_TAG_LENGTH} characters.`, index);
    if (hasControlCharacters(tag))
      return refused('A tag may hold no line breaks or other control characters.', index);
  }
  const unique = [...new Set(tags)];
  return unique.length > MAX_TAGS ? refused(`A site has at most ${MAX_TAGS} tags.`) : accepted(unique);
}
