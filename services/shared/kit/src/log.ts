import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Keys whose values never reach a log line, at any of the depths that our code logs. */
const REDACTED = [
  'authorization',
  'token',
  'secret',
  'password',
  'email',
  'ip',
  'cookie',
  'hmacKeys',
  'databaseUrl',
];

/** Structured JSON log on standard output, one line an entry; secrets and personal fields are redacted by name. */
export function createLog(name: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    name,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: REDACTED.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
  };
  return destination ? pino(options, destination) : pino(options);
}
