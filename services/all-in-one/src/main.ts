import { ConfigError } from '@headwater/kit/config';
import { startAllInOne } from './start';

startAllInOne(process.env, process.argv).catch((error: unknown) => {
  console.error(error instanceof Error ? `headwater: ${error.message}` : error);
  // 2: the caller can mend it. The engines and servers of a half-made start must not keep the process alive.
  process.exit(error instanceof ConfigError ? 2 : 1);
});
