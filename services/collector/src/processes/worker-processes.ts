import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@headwater/kit/log';
import type { Module } from '@headwater/kit/module';
import { isStarted, STOP } from './process-messages';

export interface WorkerOptions {
  /** How many. */
  readonly processes: number;
  /** What the environment of each has beside this process's. */
  readonly environmentOf: (process: number) => NodeJS.ProcessEnv;
  readonly log: Logger;
}

type Ports = Readonly<Record<string, number>>;

interface Running {
  readonly worker: Worker;
  hasStarted: boolean;
  readonly ended: Promise<void>;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** One that has run for so long is started again without a longer pause. */
const STEADY_MS = 30_000;

/**
 * Runs this same program in several processes that share its ports, and starts each again that ends by itself. Each keeps
 * its number, and with it its log.
 */
export function workerProcesses({ processes, environmentOf, log }: WorkerOptions): Module {
  const running = new Map<number, Running>();
  const stopping = new AbortController();
  let ports: Ports = {};

  /** Resolves when it has started. @throws Error when it ends before. */
  const fork = (number: number): Promise<Ports> =>
    new Promise((resolve, reject) => {
      const begin = performance.now();
      const worker = cluster.fork(environmentOf(number));
      worker.on('message', (message) => {
        if (!isStarted(message)) return;
        one.hasStarted = true;
        resolve(message.started.ports);
      });
      const ended = new Promise<void>((end) => {
        worker.once('exit', (code, signal) => {
          running.delete(number);
          end();
          const how = { process: number, code, signal };
          reject(new Error(`process ${number} ended before it had started: ${JSON.stringify(how)}`));
          if (!one.hasStarted || stopping.signal.aborted) return;
          log.error(
            how,
            'a collector process ended by itself; it is started again, and ships what it had taken',
          );
          void keepTrying(number, performance.now() - begin > STEADY_MS);
        });
      });
      const one: Running = { worker, hasStarted: false, ended };
      running.set(number, one);
    });

  const keepTrying = async (number: number, wasSteady: boolean): Promise<void> => {
    for (
      let pause = wasSteady ? 0 : FIRST_PAUSE_MS;
      ;
      pause = Math.min(2 * pause + FIRST_PAUSE_MS, LONGEST_PAUSE_MS)
    ) {
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        await fork(number);
        return;
      } catch (error) {
        log.error({ err: error }, 'a collector process could not be started again yet');
      }
    }
  };

  return {
    name: 'collector',
    start: async () => {
      [ports = {}] = await Promise.all(Array.from({ length: processes }, (_, number) => fork(number)));
    },
    stop: async () => {
      stopping.abort();
      const last = [...running.values()];
      // One that is still starting does not listen yet, and has taken nothing.
      for (const { worker, hasStarted } of last)
        if (hasStarted && worker.isConnected()) worker.send(STOP);
        else worker.process.kill('SIGTERM');
      await Promise.all(last.map(({ ended }) => ended));
    },
    ready: () => Promise.resolve(running.size > 0),
    ports: () => ports,
  };
}
