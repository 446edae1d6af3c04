import { AppError } from '../errors';

/** Deeper nesting has no use and could exhaust the stack of whatever walks the value. */
const MAX_DEPTH = 32;

/**
 * A JSON body as a value that is safe to pass on: valid UTF-8, at most 32 levels deep, only finite numbers, no string or
 * key with a NUL character or half a surrogate pair (Postgres can't store them), no key `__proto__`.
 *
 * @throws AppError `invalid_json` or `invalid_request`.
 */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('invalid_json', 'The body is not valid UTF-8. Send JSON in UTF-8.');
  }
  if (text.trim() === '') throw invalid('invalid_json', 'The body is empty. Send a JSON value.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which may hold personal data.
    throw invalid('invalid_json', 'The body is not valid JSON. Check quotes, commas and brackets.');
  }
  refuseUnsafe(value);
  return value;
}

/** Walks with a stack of its own: a recursive walk is what a deeply nested body would break. */
function refuseUnsafe(root: unknown): void {
  const pending: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') refuseUnsafeText(value);
    else if (typeof value === 'number' && !Number.isFinite(value))
      throw invalid('invalid_request', 'The body holds a number that is too large to represent.');
    else if (typeof value === 'object' && value !== null) {
      if (depth >= MAX_DEPTH)
        throw invalid(
          'invalid_request',
          `The body is nested more than ${MAX_DEPTH} levels deep. Flatten it.`,
        );
      for (const [key, inner] of Object.entries(value)) {
        if (!Array.isArray(value)) refuseUnsafeKey(key);
        pending.push({ value: inner, depth: depth + 1 });
      }
    }
  }
}

function refuseUnsafeKey(key: string): void {
  if (key === '__proto__') throw invalid('invalid_request', 'A field can not be named __proto__. Rename it.');
  refuseUnsafeText(key);
}

function refuseUnsafeText(text: string): void {
  if (text.includes('\0'))
    throw invalid('invalid_request', 'The body holds a NUL character (U+0000). Remove it.');
  if (/\p{Surrogate}/u.test(text))
    throw invalid('invalid_request', 'The body holds half of a surrogate pair. Send well-formed Unicode.');
}

function invalid(code: 'invalid_json' | 'invalid_request', message: string): AppError {
  return new AppError({ kind: 'invalid', code, message });
}
