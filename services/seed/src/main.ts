import { systemClock } from '@headwater/kit/clock';
import { readSeedConfig } from './config';
import { seedSite } from './seed-site';

async function main(): Promise<void> {
  await seedSite(readSeedConfig(), { clock: systemClock, print: (line) => console.log(line) });
}

main().catch((error: unknown) => {
  console.error(`headwater: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
