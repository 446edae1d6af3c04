import { createClickhouse } from '@headwater/kit/clickhouse/client';
import type { Clock } from '@headwater/kit/clock';
import { rpcTrust } from '@headwater/kit/rpc/trust';
import { createApi } from './api';
import type { SeedConfig } from './config';
import { countStoredEvents } from './count-stored-events';
import { createDemoSite } from './create-demo-site';
import { createGoals } from './create-goals';
import { siteHistory } from './domain/site-history';
import { findHeadwater } from './find-headwater';
import { identifyAccounts } from './identify-accounts';
import { insertHistory } from './insert-history';
import { recordPayments } from './record-payments';
import { reportText } from './report';

/** How far the history goes back from the day on which the demo site was made. */
const DAYS = 90;

export interface SeedDependencies {
  readonly clock: Clock;
  /** Takes one line, or several, for the person at the terminal. */
  readonly say: (line: string) => void;
}

/** Fills a running Headwater with the demo site's history. Run again, it adds what has happened since. */
export async function seedSite(config: SeedConfig, { clock, say }: SeedDependencies): Promise<void> {
  const begin = performance.now();
  const headwater = findHeadwater(config);
  const api = createApi(headwater.apiUrl, headwater.token);
  const site = await createDemoSite(api, headwater.sitesAddress, rpcTrust(config));
  say(`headwater: telling ${DAYS} days of ${site.domain}, site ${site.siteId} …`);
  const clickhouse = createClickhouse({
    clickhouseUrl: headwater.clickhouseUrl,
    applicationName: 'headwater-seed',
    requestTimeoutMs: 120_000,
  });
  try {
    const before = await countStoredEvents(clickhouse, site);
    const { seed, visitorsPerDay } = config;
    const now = clock.now();
    const visits = siteHistory({ site, seed, visitorsPerDay, days: DAYS, now });
    const inserted = await insertHistory(clickhouse, visits, now);
    const fresh = (await countStoredEvents(clickhouse, site)) - before;
    say(`headwater: ${inserted.events} events are stored; identifying accounts …`);
    const identified = await identifyAccounts(api, inserted.accounts);
    const payments = await recordPayments(api, inserted.payments);
    await createGoals(api, site.siteId);
    say(
      reportText({ headwater, site, inserted, fresh, identified, payments, ms: performance.now() - begin }),
    );
  } finally {
    await clickhouse.close();
  }
}
