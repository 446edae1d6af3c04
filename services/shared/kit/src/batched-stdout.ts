import type { EventEmitter } from 'node:events';
import { pino, type DestinationStream } from 'pino';

let standardOutput: DestinationStream | undefined;

/**
 * Standard output of this process. Lines are written together at the end of each turn of the event loop and before the process
 * exits: under load, one write per line costs more than creating the line.
 */
export function batchedStdout(): DestinationStream {
  return (standardOutput ??= batchLines(pino.destination({ dest: 1, sync: true }), process));
}

/** The largest atomic write to a pipe with several writers (`PIPE_BUF` on Linux). */
const MAX_BYTES = 4_096;

/** Batches the lines of one turn of the event loop into one write. @param ending emits `exit` before the process ends */
export function batchLines(
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
      if (bytes + length > MAX_BYTES) flush();
      if (lines === '') setImmediate(flush);
      lines += line;
      bytes += length;
    },
    // Called by pino after a fatal line.
    flushSync: flush,
  };
}
