import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import { linesOfTurns } from './log-destination';
import { redact } from './redact';

export type { Logger } from 'pino';

/** Structured JSON log on standard output, one line an entry; secrets and personal fields are redacted by name. */
export function createLog(name: string, level: string, destination?: DestinationStream): Logger {
  const log = pino(
    {
      name,
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      // An error is redacted as what it is shown as.
      formatters: { log: (entry) => redact(entry, { except: 'err' }) },
      serializers: { err: (error: Error) => redact(stdSerializers.err(error), { depth: 2 }) },
    },
    destination ?? linesOfTurns(),
  );
  // Children inherit it: what each of their lines begins with is no part of what the formatter sees.
  const child: unknown = Reflect.get(log, 'child');
  Reflect.set(log, 'child', function (this: Logger, bindings: object, options?: object): Logger {
    return Reflect.apply(child as () => Logger, this, [redact(bindings), options]) as Logger;
  });
  return log;
}
