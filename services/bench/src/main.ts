import { serveBaselineCollector } from './collector/baseline-server';
import { benchCollector } from './collector/bench-collector';
import { benchGateway } from './gateway/bench-gateway';
import { serveBaselineGateway, serveBaselineSites, serveSites } from './gateway/servers';
import { benchIdentity } from './identity/bench-identity';
import { benchRepair } from './identity/bench-repair';
import { runBaselineLoop } from './identity/candidates';
import { serveBaselineIdentity } from './identity/servers';
import { benchOverload } from './overload/bench-overload';
import { benchLedger } from './ledger/bench-ledger';
import { benchQuery } from './query/bench-query';
import { benchStatements } from './query/bench-statements';

/** The command of each first argument. Those with dashes are servers that a benchmark starts in a process of their own. */
const COMMANDS: Readonly<Record<string, (rest: readonly string[]) => Promise<void> | void>> = {
  collector: (rest) => benchCollector(rest.includes('--save')),
  identity: (rest) => benchIdentity(rest.includes('--save')),
  query: benchQuery,
  statements: benchStatements,
  gateway: (rest) => benchGateway(rest.includes('--save')),
  ledger: benchLedger,
  repair: benchRepair,
  overload: benchOverload,
  '--baseline-collector': serveBaselineCollector,
  '--sites': serveSites,
  '--baseline-sites': serveBaselineSites,
  '--baseline-gateway': ([sitesAddress = '']) => serveBaselineGateway(sitesAddress),
  '--baseline-identity-loop': ([databaseUrl = '']) => runBaselineLoop(databaseUrl),
  '--baseline-identity': ([databaseUrl = '', analytics]) => serveBaselineIdentity(databaseUrl, analytics),
};

async function main([name = 'collector', ...rest]: readonly string[]): Promise<void> {
  const command = COMMANDS[name];
  if (!command) throw new Error(`Unknown benchmark ${name}. Use one of ${Object.keys(COMMANDS).join(', ')}.`);
  await command(rest);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
