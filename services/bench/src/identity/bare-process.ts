import { fork } from 'node:child_process';
import type { BareResult, BareRound } from './bare-loop';

/** The floor, in a process of its own. */
export interface BareProcess {
  run(round: BareRound): Promise<BareResult>;
  stop(): Promise<void>;
}

/** @param program `dist/bench.js` */
export function startBare(program: string, databaseUrl: string): BareProcess {
  const child = fork(program, ['--loop-identity', databaseUrl]);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    run: (round) =>
      new Promise((resolve, reject) => {
        const failed = (code: number | null): void =>
          reject(new Error(`the bare process ended with ${code}`));
        child.once('exit', failed);
        child.once('message', (result) => {
          child.off('exit', failed);
          resolve(result as BareResult);
        });
        child.send(round);
      }),
    stop: () => {
      if (child.connected) child.disconnect();
      return ended;
    },
  };
}
