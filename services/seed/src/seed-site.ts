import { createStoredIds } from '@headwater/eventstore/stored-ids';
import { createVisitorKeyCheck } from '@headwater/eventstore/visitor-key-record';
import { createClickhouse } from '@headwater/kit/clickhouse/client';
import type { Clock } from '@headwater/kit/clock';
import { rpcTrust } from '@headwater/kit/rpc/trust';
import { z } from 'zod';
import { createApi } from './api';
import type { SeedConfig } from './config';
import { createDemoSite, createGoals } from './create-demo-site';
import { calendarDays } from './domain/calendar';
import { costsOf } from './domain/cost';
import type { SeedSite } from './domain/event-rows';
import { siteHistory } from './domain/site-history';
import { findHeadwater, type Headwater } from './find-headwater';
import { countStoredEvents, insertHistory, type ChannelCount, type Inserted } from './insert-history';
import { identifyAccounts, recordPayments, sendCosts, type Identified } from './send-accounts';

interface Dependencies {
  readonly clock: Clock;
  /** Prints a message to the terminal. */
  readonly print: (line: string) => void;
}

/** Creates the demo site with its history in a running Headwater. A later run adds the visits since. */
export async function seedSite(config: SeedConfig, { clock, print }: Dependencies): Promise<void> {
  const begin = performance.now();
  const headwater = findHeadwater(config);
  const api = createApi(headwater.apiUrl, headwater.token);
  const trust = rpcTrust({ ...config, rpcToken: headwater.rpcToken });
  const site = await createDemoSite(api, headwater.sitesAddress, trust);
  print(`headwater: generating ${config.days} days of ${site.domain} (site ${site.siteId}) …`);
  const clickhouse = createClickhouse({
    clickhouseUrl: headwater.clickhouseUrl,
    applicationName: 'headwater-seed',
    requestTimeoutMs: 120_000,
  });
  try {
    const storedIds = createStoredIds(headwater.visitorKey);
    await createVisitorKeyCheck(clickhouse, storedIds)();
    const before = await countStoredEvents(clickhouse, site);
    const { seed, visitorsPerDay, days } = config;
    const now = clock.now();
    const visits = siteHistory({ site, storedIds, seed, visitorsPerDay, days, now });
    const inserted = await insertHistory(clickhouse, visits, now);
    const fresh = (await countStoredEvents(clickhouse, site)) - before;
    print(`headwater: ${inserted.events} events stored; identifying accounts …`);
    const identified = await identifyAccounts(api, inserted.accounts);
    const payments = await recordPayments(api, inserted.payments);
    const dates = [...calendarDays(site.timezone, site.createdAt, now, days - 1)];
    const costs = await sendCosts(
      api,
      dates.flatMap((day) => costsOf(day, visitorsPerDay)),
    );
    await createGoals(api, site.siteId);
    print(
      reportText({
        headwater,
        site,
        inserted,
        fresh,
        identified,
        payments,
        costs,
        ms: performance.now() - begin,
      }),
    );
    const { url } = await api.post('/api/v1/dashboard-links', {}, z.object({ url: z.string() }));
    print(`Open the dashboard (the link works once, within ten minutes):\n\n  ${url}\n`);
  } finally {
    await clickhouse.close();
  }
}

interface Report {
  readonly headwater: Headwater;
  readonly site: SeedSite;
  readonly inserted: Inserted;
  /** Number of new events. */
  readonly fresh: number;
  readonly identified: Identified;
  /** Number of accepted payments. */
  readonly payments: number;
  /** Number of accepted costs. */
  readonly costs: number;
  readonly ms: number;
}

/** A summary, and three commands to query the demo site. */
function reportText({ headwater, site, inserted, fresh, identified, payments, costs, ms }: Report): string {
  const events = `${headwater.apiUrl}/api/v1/sites/${site.siteId}/events`;
  // -g: otherwise curl interprets the brackets of a filter as a pattern
  const command = (query: string): string =>
    `  curl -gsw '\\n' "${events}/${query}" -H "Authorization: Bearer ${headwater.tokenInShell}"`;
  return `
${channelTable(inserted.counts)}

${inserted.events} events (${fresh} new). ${identified.sent} accounts identified, ${identified.rightChannel} with the channel of their
first visit. ${identified.imported} accounts, ${payments} payments and ${costs} costs imported in bulk. ${(ms / 1000).toFixed(1)} s.

Query the demo site:

${command('signup?range=90d&grain=week&dimension=channel')}

${command('purchase?range=90d&dimension=props.plan')}

${command('search?range=30d&dimension=props.term&filter[device]=desktop&limit=10')}
`;
}

function channelTable(counts: readonly ChannelCount[]): string {
  const header = ['channel', 'visits', 'pageviews', 'signups', 'purchases', 'signups / visits'];
  const rows = counts.map((count) => [
    count.channel,
    String(count.visits),
    String(count.pageviews),
    String(count.signups),
    String(count.purchases),
    `${((count.signups / count.visits) * 100).toFixed(2)} %`,
  ]);
  const lines = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}
