import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import { batchedStdout } from './batched-stdout';
import { hintFor } from './hint';

export type { Logger } from 'pino';

/** Returns a JSON log on standard output, one line per entry. Secrets and personal fields are redacted by name. */
export function createLog(name: string, level: string, destination?: DestinationStream): Logger {
  const log = pino(
    {
      name,
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      // The serializer below redacts errors.
      formatters: { log: (entry) => redact(entry, { except: 'err' }) },
      serializers: { err: (error: Error) => redact(shownError(error), { depth: 2 }) },
    },
    destination ?? batchedStdout(),
  );
  // The formatter does not see the bindings of child loggers, so they are redacted here. Children inherit the override.
  const child: unknown = Reflect.get(log, 'child');
  Reflect.set(log, 'child', function (this: Logger, bindings: object, options?: object): Logger {
    return Reflect.apply(child as () => Logger, this, [redact(bindings), options]) as Logger;
  });
  return log;
}

function shownError(error: Error): object {
  const shown = stdSerializers.err(error);
  const hint = hintFor(error);
  if (hint === undefined) return shown;
  // In place: a copy would lose the prototype that pino relies on.
  return Object.assign(shown, { hint });
}

/** Keys whose values never reach a log line. */
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
 * Returns the value, or a copy in which the values of secret keys are masked. Pino's own redaction by wildcard paths takes longer
 * than the rest of a log line.
 *
 * @param depth the number of levels to redact
 * @param except a top-level key to leave unchanged
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
