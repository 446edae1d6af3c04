import { systemClock } from '@headwater/kit/clock';
import { LINGER_MS, run } from '@headwater/kit/run';
import { gatewaySettings } from './config';
import { gatewayModule } from './module';

void run({
  name: 'gateway',
  settings: gatewaySettings,
  modules: (config, log) => [gatewayModule(config, { log, clock: systemClock, lingerMs: LINGER_MS })],
});
