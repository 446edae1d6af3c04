import { AppError } from '../errors';

/** Deeper nesting is useless and could exhaust the stack of recursive code. */
const MAX_DEPTH = 32;

/**
 * Parses a JSON body into a safe value: valid UTF-8, at most 32 levels deep, only finite numbers, no string or key with a NUL
 * character or a lone surrogate (Postgres cannot store them), no key `__proto__`.
 *
 * @throws AppError `invalid_json` or `invalid_request`.
 */
export function parseJson(bytes: Uint8Array): unknown {
  return checkedSafe(parseText(bytes));
}

/**
 * Parses a JSON body as `parseJson` does, except the items of its lists (`{"rows": […]}`), which are not checked: an unsafe row
 * does not invalidate the others. Check each with `unsafeProblem`.
 *
 * @throws AppError `invalid_json` or `invalid_request`.
 */
export function parseJsonOfRows(bytes: Uint8Array): unknown {
  const value = parseText(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return checkedSafe(value);
  const withoutItems = Object.entries(value).map(([key, inner]) => [
    key,
    Array.isArray(inner) ? [] : (inner as unknown),
  ]);
  checkedSafe(Object.fromEntries(withoutItems));
  return value;
}

function parseText(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('invalid_json', 'The body is not valid UTF-8. Send JSON in UTF-8.');
  }
  if (text.trim() === '') throw invalid('invalid_json', 'The body is empty. Send a JSON value.');
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the body, which may contain personal data.
    throw invalid('invalid_json', 'The body is not valid JSON. Check quotes, commas and brackets.');
  }
}

function checkedSafe(value: unknown): unknown {
  const problem = unsafeProblem(value);
  if (problem !== undefined) throw invalid('invalid_request', `The body ${problem}`);
  return value;
}

/**
 * Returns why a value is not safe, as the end of a sentence; undefined for a safe value. Iterative: a deeply nested value would
 * overflow the stack of a recursive walk.
 */
export function unsafeProblem(root: unknown): string | undefined {
  const pending: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, depth } = next;
    const problem = ownProblem(value, depth);
    if (problem !== undefined) return problem;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      const keyProblem = Array.isArray(value) ? undefined : unsafeKeyProblem(key);
      if (keyProblem !== undefined) return keyProblem;
      pending.push({ value: inner, depth: depth + 1 });
    }
  }
  return undefined;
}

function ownProblem(value: unknown, depth: number): string | undefined {
  if (typeof value === 'string') return unsafeTextProblem(value);
  if (typeof value === 'number' && !Number.isFinite(value))
    return 'holds a number that is too large to represent.';
  if (typeof value === 'object' && value !== null && depth >= MAX_DEPTH)
    return `is nested more than ${MAX_DEPTH} levels deep. Flatten it.`;
  return undefined;
}

function unsafeKeyProblem(key: string): string | undefined {
  return key === '__proto__' ? 'has a field named __proto__. Rename it.' : unsafeTextProblem(key);
}

function unsafeTextProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'holds a NUL character (U+0000). Remove it.';
  return text.isWellFormed() ? undefined : 'holds half of a surrogate pair. Send well-formed Unicode.';
}

function invalid(code: 'invalid_json' | 'invalid_request', message: string): AppError {
  return new AppError({ kind: 'invalid', code, message });
}
