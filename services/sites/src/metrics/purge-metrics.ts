import type { Clock } from '@headwater/kit/clock';
import type { Logger } from '@headwater/kit/log';
import { Registry } from 'prom-client';
import type { PurgeFigures } from '../store/purges';
import { lookedUpGauges, secondsSince } from './looked-up-gauges';

/**
 * What became of deleted sites, looked up when somebody asks: the purge itself has ended by then. Each replica tells the
 * whole.
 */
export function createPurgeMetrics(parts: {
  /** Of this moment. */
  readonly figures: (now: number) => Promise<PurgeFigures>;
  readonly clock: Clock;
  readonly log: Logger;
}): Registry {
  const registry = new Registry();
  lookedUpGauges(
    registry,
    { of: 'purges', ...parts },
    {
      headwater_purges: {
        help: 'Purges of sites that have begun: finished, or unfinished as yet',
        label: 'outcome',
        fill: (gauge, { finished, unfinished }) => {
          gauge.set({ outcome: 'finished' }, finished);
          gauge.set({ outcome: 'unfinished' }, unfinished);
        },
      },
      headwater_purge_due_sites: {
        help: 'Sites that are to be purged and are still stored',
        fill: (gauge, { due }) => gauge.set(due),
      },
      headwater_purge_overdue_seconds: {
        help: 'How long the first of them has been due',
        fill: (gauge, { dueSince }, now) => gauge.set(secondsSince(dueSince, now)),
      },
    },
  );
  return registry;
}
