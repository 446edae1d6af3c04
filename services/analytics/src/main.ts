import { systemClock } from '@headwater/kit/clock';
import { LINGER_MS, run } from '@headwater/kit/run';
import { analyticsSettings } from './config';
import { analyticsModule } from './module';

void run({
  name: 'analytics',
  settings: analyticsSettings,
  rpcHost: ({ host }) => host,
  modules: (config, log) => [analyticsModule(config, { log, clock: systemClock, lingerMs: LINGER_MS })],
});
