import { systemClock } from '@headwater/kit/clock';
import { LINGER_MS, run } from '@headwater/kit/run';
import { sitesSettings } from './config';
import { sitesModule } from './module';

void run({
  name: 'sites',
  settings: sitesSettings,
  rpcHost: ({ host }) => host,
  modules: (config, log) => [sitesModule(config, { log, clock: systemClock, lingerMs: LINGER_MS })],
});
