import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import { linesOfTurns } from './log-destination';
import { redact } from './redact';
import { remedyOf } from './remedy';

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
      serializers: { err: (error: Error) => redact(shownError(error), { depth: 2 }) },
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

function shownError(error: Error): object {
  const shown = stdSerializers.err(error);
  const remedy = remedyOf(error);
  if (remedy === undefined) return shown;
  // In place: a copy would lack what pino keeps on the prototype.
  return Object.assign(shown, { remedy });
}
