import type { SeedSite } from './domain/event-rows';
import type { ChannelCount } from './domain/tally';
import type { Headwater } from './find-headwater';
import type { Identified } from './identify-accounts';
import type { Inserted } from './insert-history';

export interface Report {
  readonly headwater: Headwater;
  readonly site: SeedSite;
  readonly inserted: Inserted;
  /** Events that were not there before. */
  readonly fresh: number;
  readonly identified: Identified;
  /** How many were taken. */
  readonly payments: number;
  readonly ms: number;
}

/** What was made, and three commands to look at it. */
export function reportText({ headwater, site, inserted, fresh, identified, payments, ms }: Report): string {
  const events = `${headwater.apiUrl}/api/v1/sites/${site.siteId}/events`;
  // -g: curl would take the brackets of a filter for a pattern
  const look = (query: string): string =>
    `  curl -gs "${events}/${query}" -H "Authorization: Bearer ${headwater.tokenInShell}"`;
  return `
${channelTable(inserted.counts)}

${inserted.events} events, ${fresh} of them new. ${identified.sent} accounts identified (${identified.rightChannel} with the channel
of their first visit), ${identified.imported} loaded in bulk,
with ${payments} payments. ${(ms / 1000).toFixed(1)} s.

Look at it:

${look('signup?range=90d&grain=week&dimension=channel')}

${look('purchase?range=90d&dimension=props.plan')}

${look('search?range=30d&dimension=props.term&filter[device]=desktop&limit=10')}
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
