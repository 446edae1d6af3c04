import { run } from '@headwater/kit/run';
import { purgeSettings } from './config';
import { purgeJobModule } from './module';

void run({
  name: 'purge',
  settings: purgeSettings,
  modules: (config, log) => [purgeJobModule(config, { log, dryRun: process.argv.includes('--dry-run') })],
  once: true,
});
