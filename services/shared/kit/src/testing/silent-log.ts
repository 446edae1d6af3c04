import { createLog, type Logger } from '../log';

/** Returns a log without output. */
export function silentLog(): Logger {
  return createLog('test', 'silent');
}

/** Returns a log that collects its lines. */
export function recordedLog(): { log: Logger; lines: string[] } {
  const lines: string[] = [];
  return { log: createLog('test', 'trace', { write: (line) => void lines.push(line) }), lines };
}
