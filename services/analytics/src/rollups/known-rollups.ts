import type { Clock } from '@headwater/kit/clock';
import { LRUCache } from 'lru-cache';
import type { VisitPlan } from '../query/plan';
import type { LateVisitorsOfBuilds } from './late-visitors';
import { KEPT_FOR_AN_HOUR } from './segment-counts';
import type { WindowSegments } from './segments';
import type { Week } from './sources';

/** The roll-ups of a window. */
export interface WindowRollups extends WindowSegments {
  readonly weeks: readonly Week[];
  /** See `FindLateVisitors`. */
  readonly lateVisitors: LateVisitorsOfBuilds;
}

/** Segments, intervals, weeks and visitors of late events of all windows: about 40 MiB. */
const MAX_ENTRIES = 200_000;
/** Later queries also use the roll-ups that other processes have built in the meantime. */
export const KNOWN_FOR_MS = 60_000;

/**
 * The roll-ups of recently queried windows, so that the queries of a person who reads a dashboard begin immediately. They may
 * have changed: a query checks them when its statements have ended.
 */
export class KnownRollups {
  private readonly windows = new LRUCache<string, { readonly atMs: number; readonly found: WindowRollups }>({
    maxSize: MAX_ENTRIES,
    ...KEPT_FOR_AN_HOUR,
    sizeCalculation: ({ found: { segments, changes, weeks, lateVisitors } }) =>
      1 + segments.length + changes.length + weeks.length + countVisitors(lateVisitors),
  });

  constructor(private readonly clock: Clock) {}

  get(plan: VisitPlan): WindowRollups | undefined {
    const known = this.windows.get(keyOf(plan));
    return known && this.clock.now() - known.atMs < KNOWN_FOR_MS ? known.found : undefined;
  }

  add(plan: VisitPlan, found: WindowRollups): WindowRollups {
    this.windows.set(keyOf(plan), { atMs: this.clock.now(), found });
    return found;
  }

  delete(plan: VisitPlan): void {
    this.windows.delete(keyOf(plan));
  }

  /** Forgets all windows of a site, whose next queries read new roll-ups. */
  deleteSite(site: Site): void {
    const prefix = `${siteKeyOf(site)} `;
    for (const key of [...this.windows.keys()]) if (key.startsWith(prefix)) this.windows.delete(key);
  }
}

const countVisitors = (ofBuilds: LateVisitorsOfBuilds): number =>
  [...ofBuilds.values()].reduce((sum, { size }) => sum + size, 0);

type Site = Pick<VisitPlan['scope'], 'workspaceId' | 'siteId'>;

const siteKeyOf = ({ workspaceId, siteId }: Site): string => `${workspaceId} ${siteId}`;

const keyOf = ({ scope, window }: VisitPlan): string =>
  [siteKeyOf(scope), window.startMs, window.endMs, window.zone].join(' ');
