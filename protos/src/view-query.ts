/** The rule for the query string of a page of the dashboard, which saved views and share links store. */
import { WORKSPACE_LIMITS } from './limits';
import { containsToken } from './tokens';
import { containsEmailAddress } from './visitor-id';

const { maxSavedViewQueryLength: MAX_LENGTH } = WORKSPACE_LIMITS;

/** Control characters, and the line separators that Unicode classifies apart from them. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/**
 * Returns the problem with a query string, to follow the name of its field; undefined if the string is valid. Its parameters may be
 * unknown: pages ignore them.
 *
 * @param query without `?`
 */
export function viewQueryProblem(query: string): string | undefined {
  if (query.length > MAX_LENGTH || CONTROL.test(query) || /^\?|#/.test(query))
    return `must be a query string of at most ${MAX_LENGTH} characters, without ? and #`;
  return secretProblem([query, ...[...new URLSearchParams(query)].flat()]);
}

/** Returns the problem with texts that contain personal data or secrets: no erasure searches saved views and share links. */
export function secretProblem(texts: readonly string[]): string | undefined {
  if (texts.some(containsEmailAddress)) return 'must not contain an email address';
  if (texts.some(containsToken)) return 'must not contain a token such as a JWT';
  return undefined;
}
