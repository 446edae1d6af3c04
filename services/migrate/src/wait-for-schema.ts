import { systemClock } from '@headwater/kit/clock';
import { run } from '@headwater/kit/run';
import { waitSettings } from './config';
import { parseSchemas, waitModule } from './wait-module';

void run({
  name: 'wait-for-schema',
  settings: waitSettings,
  modules: (config, log) => [
    waitModule({ ...config, schemas: parseSchemas(process.argv.slice(2)) }, { log, clock: systemClock }),
  ],
  once: true,
});
