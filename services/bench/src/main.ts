import { serveBare } from './collector/bare-server';
import { benchCollector } from './collector/bench-collector';
import { serveBareGateway } from './gateway/bare-gateway';
import { benchGateway } from './gateway/bench-gateway';
import { serveBareSites, serveSites } from './gateway/sites';
import { loopBareIdentity } from './identity/bare-loop';
import { serveBareIdentity } from './identity/bare-server';
import { benchIdentity } from './identity/bench-identity';
import { benchRepair } from './identity/bench-repair';
import { benchQuery } from './query/bench-query';

/** What each first argument runs. A bare program is this same one in a process of its own. */
const WORK: Readonly<Record<string, (rest: readonly string[]) => Promise<void> | void>> = {
  collector: (rest) => benchCollector(rest.includes('--save')),
  identity: (rest) => benchIdentity(rest.includes('--save')),
  query: benchQuery,
  gateway: (rest) => benchGateway(rest.includes('--save')),
  repair: benchRepair,
  '--bare': serveBare,
  '--sites': serveSites,
  '--bare-sites': serveBareSites,
  '--bare-gateway': ([sitesAddress = '']) => serveBareGateway(sitesAddress),
  '--loop-identity': ([databaseUrl = '']) => loopBareIdentity(databaseUrl),
  '--bare-identity': ([databaseUrl = '', analytics]) => serveBareIdentity(databaseUrl, analytics),
};

async function main([name = 'collector', ...rest]: readonly string[]): Promise<void> {
  const work = WORK[name];
  if (!work) throw new Error(`There is no bench ${name}.`);
  await work(rest);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
