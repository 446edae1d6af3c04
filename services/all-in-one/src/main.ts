import { ConfigError } from '@headwater/kit/config';
import { startAllInOne } from './start';

startAllInOne(process.env, process.argv).catch((error: unknown) => {
  console.error(error instanceof Error ? `headwater: ${error.message}` : error);
  // 2: invalid configuration. Exits explicitly, because engines and servers of a failed start would keep the process alive.
  process.exit(error instanceof ConfigError ? 2 : 1);
});
