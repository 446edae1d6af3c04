import { systemClock } from '@headwater/kit/clock';
import { LINGER_MS } from '@headwater/kit/http/listen';
import { run } from '@headwater/kit/run';
import { collectorSettings } from './config';
import { collectorProgram } from './processes/collector-program';

void run({
  name: 'collector',
  settings: collectorSettings,
  rpcHost: ({ grpcHost }) => grpcHost,
  modules: (config, log) => collectorProgram(config, { log, clock: systemClock, lingerMs: LINGER_MS }),
});
