import type { Module } from '@headwater/kit/module';
import { STOP, type Started } from './process-messages';

/**
 * A module in one of several processes: tells the first process when it has started, and ends with it. Where that one is
 * killed, cluster ends this one at once; its log is on disk.
 */
export function underPrimary(module: Module): Module {
  return {
    ...module,
    start: async () => {
      await module.start();
      endWhenTold();
      process.send?.({ started: { ports: module.ports?.() ?? {} } } satisfies Started);
    },
  };
}

/** A signal for the whole group (Ctrl-C) has come here, too, and a second one would end this process the hard way. */
function endWhenTold(): void {
  let ending = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => (ending = true));
  process.on('message', (message) => {
    if (message === STOP && !ending) process.kill(process.pid, 'SIGTERM');
  });
}
