import { systemClock } from '@headwater/kit/clock';
import { LINGER_MS, run } from '@headwater/kit/run';
import { identitySettings } from './config';
import { identityModule } from './module';

void run({
  name: 'identity',
  settings: identitySettings,
  rpcHost: ({ host }) => host,
  modules: (config, log) => [identityModule(config, { log, clock: systemClock, lingerMs: LINGER_MS })],
});
