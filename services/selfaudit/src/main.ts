import { run } from '@headwater/kit/run';
import { selfauditSettings } from './config';
import { selfauditJobModule } from './module';

void run({
  name: 'selfaudit',
  settings: selfauditSettings,
  modules: (config, log) => [selfauditJobModule(config, { log })],
  once: true,
});
