import type { EventEmitter } from 'node:events';
import { pino, type DestinationStream } from 'pino';

let standardOutput: DestinationStream | undefined;

/**
 * Standard output of this process, written at the end of each turn of the event loop with the lines of that turn, and
 * before the process exits: under load a write a line costs more than the line.
 */
export function linesOfTurns(): DestinationStream {
  return (standardOutput ??= collectLines(pino.destination({ dest: 1, sync: true }), process));
}

/** What one write puts into a pipe whole, however many processes write to it (`PIPE_BUF` of Linux). */
const MOST_BYTES = 4_096;

/** Writes lines together, a turn's at its end. @param ending emits `exit` when nothing runs after it any more */
export function collectLines(
  output: DestinationStream,
  ending: Pick<EventEmitter, 'on'>,
): DestinationStream & { flushSync(): void } {
  let lines = '';
  let bytes = 0;
  const flush = (): void => {
    const all = lines;
    lines = '';
    bytes = 0;
    if (all !== '') output.write(all);
  };
  ending.on('exit', flush);
  return {
    write: (line) => {
      const length = Buffer.byteLength(line);
      if (bytes + length > MOST_BYTES) flush();
      if (lines === '') setImmediate(flush);
      lines += line;
      bytes += length;
    },
    // Pino's, after a line that is fatal.
    flushSync: flush,
  };
}
