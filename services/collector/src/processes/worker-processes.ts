import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@headwater/kit/log';
import type { Module } from '@headwater/kit/module';

export interface WorkerOptions {
  /** Number of workers. */
  readonly processes: number;
  /** Environment variables of a worker in addition to those of this process. */
  readonly environmentOf: (process: number) => NodeJS.ProcessEnv;
  readonly log: Logger;
}

type Ports = Readonly<Record<string, number>>;

/** Message from a worker that has started. */
interface Started {
  readonly started: { readonly ports: Ports };
}

function isStarted(message: unknown): message is Started {
  return typeof message === 'object' && message !== null && 'started' in message;
}

/** Message to a worker: stop. */
const STOP = 'stop';

interface Running {
  readonly worker: Worker;
  hasStarted: boolean;
  readonly ended: Promise<void>;
}

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
/** A worker that has run for this time is restarted without a pause. */
const STABLE_MS = 30_000;

/**
 * Runs this program in several worker processes that share its ports, and restarts workers that exit. A restarted worker has the
 * number of the exited one, and so its log.
 */
export function workerProcesses({ processes, environmentOf, log }: WorkerOptions): Module {
  const running = new Map<number, Running>();
  const stopping = new AbortController();
  let ports: Ports = {};

  /** Resolves when the worker has started. @throws Error when it exits before. */
  const fork = (number: number): Promise<Ports> =>
    new Promise((resolve, reject) => {
      const begin = performance.now();
      const worker = cluster.fork(environmentOf(number));
      worker.on('message', (message) => {
        if (!isStarted(message)) return;
        entry.hasStarted = true;
        resolve(message.started.ports);
      });
      const ended = new Promise<void>((end) => {
        worker.once('exit', (code, signal) => {
          running.delete(number);
          end();
          const exit = { process: number, code, signal };
          reject(new Error(`worker ${number} exited before it had started: ${JSON.stringify(exit)}`));
          if (!entry.hasStarted || stopping.signal.aborted) return;
          log.error(exit, 'collector worker exited; restarting, its log is shipped');
          void restart(number, performance.now() - begin > STABLE_MS);
        });
      });
      const entry: Running = { worker, hasStarted: false, ended };
      running.set(number, entry);
    });

  const restart = async (number: number, wasStable: boolean): Promise<void> => {
    for (
      let pause = wasStable ? 0 : FIRST_PAUSE_MS;
      ;
      pause = Math.min(2 * pause + FIRST_PAUSE_MS, MAX_PAUSE_MS)
    ) {
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        await fork(number);
        return;
      } catch (err) {
        log.error({ err }, 'collector worker could not be restarted; retrying');
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
      const workers = [...running.values()];
      // A worker that is starting does not listen yet, and has accepted no events.
      for (const { worker, hasStarted } of workers)
        if (hasStarted && worker.isConnected()) worker.send(STOP);
        else worker.process.kill('SIGTERM');
      await Promise.all(workers.map(({ ended }) => ended));
    },
    ready: () => Promise.resolve(running.size > 0),
    ports: () => ports,
  };
}

/**
 * Returns the module for a worker: it reports to the primary when it has started, and stops with it. When the primary is killed,
 * cluster ends the worker immediately; its log is on disk.
 */
export function reportToPrimary(module: Module): Module {
  return {
    ...module,
    start: async () => {
      await module.start();
      stopOnMessage();
      process.send?.({ started: { ports: module.ports?.() ?? {} } } satisfies Started);
    },
  };
}

/** A signal to the process group (Ctrl-C) reaches this process, too. A second one would end it without a graceful stop. */
function stopOnMessage(): void {
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.once(signal, () => (isStopping = true));
  process.on('message', (message) => {
    if (message === STOP && !isStopping) process.kill(process.pid, 'SIGTERM');
  });
}
