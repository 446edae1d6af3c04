/** Keys whose values never reach a log line, at any of the depths that our code logs. */
const REDACTED = new Set([
  'authorization',
  'token',
  'secret',
  'password',
  'email',
  'ip',
  'cookie',
  'hmacKeys',
  'databaseUrl',
]);

const DEPTH = 3;

/**
 * What may be logged of an object: itself, or a copy without what has to stay secret, told by its keys. Pino's own way, by
 * paths with wildcards, takes longer than the rest of a line.
 *
 * @param depth how many levels of keys are looked at
 * @param except a key at the first level that is left as it is
 */
export function redact<T>(value: T, { depth = DEPTH, except = '' } = {}): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const inner = (value as Record<string, unknown>)[key];
    const shown = key === except ? inner : redactInner(key, inner, depth - 1);
    if (shown === inner) continue;
    copy ??= (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
    copy[key] = shown;
  }
  return (copy ?? value) as T;
}

function redactInner(key: string, value: unknown, depth: number): unknown {
  if (REDACTED.has(key)) return value === undefined ? undefined : '[redacted]';
  return depth > 0 ? redact(value, { depth }) : value;
}
