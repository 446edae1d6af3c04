import { run } from '@headwater/kit/run';
import { migrateSettings } from './config';
import { migrateModule } from './module';

void run({
  name: 'migrate',
  settings: migrateSettings,
  modules: (config, log) => [migrateModule(config, { log })],
  once: true,
});
