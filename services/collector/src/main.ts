import { systemClock } from '@headwater/kit/clock';
import { LINGER_MS, run } from '@headwater/kit/run';
import { collectorSettings } from './config';
import { drainModule } from './drain';
import { collectorProgram } from './processes/collector-program';

/** With `--drain`, the program ships the events of its log directory and ends. */
const isDrain = process.argv.includes('--drain');

void run({
  name: 'collector',
  settings: collectorSettings,
  rpcHost: ({ grpcHost }) => grpcHost,
  modules: (config, log) =>
    isDrain
      ? [drainModule(config, { log, clock: systemClock })]
      : collectorProgram(config, { log, clock: systemClock, lingerMs: LINGER_MS }),
  once: isDrain,
});
