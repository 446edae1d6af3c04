import { randomInt } from 'node:crypto';
import type { Logger } from '@headwater/kit/log';
import type { CallOptions, Client } from '@headwater/kit/rpc/types';
import type { SitesDefinition } from '@headwater/protos/services';
import { auditDay, type Analytics } from './audit-day';

export interface SelfauditDependencies {
  readonly sites: Pick<
    Client<SitesDefinition>,
    'BeginAudit' | 'ListFunnels' | 'ListGoals' | 'ListSitesToAudit' | 'RecordAudit'
  >;
  readonly analytics: Analytics;
  readonly log: Logger;
  /** Sites of one run. */
  readonly maxSites: number;
  /** Busier days are skipped. */
  readonly maxEvents: number;
  /** Returns an integer from 0 to below `max`. */
  readonly random?: (max: number) => number;
}

export interface AuditResult {
  readonly audited: number;
  readonly differences: number;
  /** Sites that could not be audited. A later run repeats them, after the other sites. */
  readonly failed: readonly number[];
}

interface Site {
  readonly id: number;
  readonly workspaceId: number;
  readonly timezone: string;
  /** A day with differences. */
  readonly day?: string;
}

const RANGE = '62d';
/** The last days: the site's today, and yesterday, which late events still reach. */
const UNSEALED_DAYS = 2;
/** Tries per site to find a day that is not too busy. */
const MAX_TRIES = 5;
/** A day and the days next to it. */
const MAX_DAYS = 3;
const DEADLINE_MS = 60_000;

/**
 * Audits one day of each of the sites whose last audit began the longest ago. A day with differences is audited again until it
 * has none; such sites take at most half of a run. A failed site does not stop the others.
 */
export async function auditSites(dependencies: SelfauditDependencies): Promise<AuditResult> {
  const { sites, log, maxSites } = dependencies;
  const { sites: listed } = await sites.ListSitesToAudit({ limit: maxSites });
  const failed: number[] = [];
  let differences = 0;
  for (const site of listed)
    try {
      differences += await auditSite(dependencies, site);
    } catch (error) {
      log.error({ err: error, siteId: site.id }, 'site could not be audited; a later run repeats it');
      failed.push(site.id);
    }
  const result = { audited: listed.length - failed.length, differences, failed };
  log.info(result, 'self-audit ended');
  return result;
}

/** @returns the number of differences. */
async function auditSite(dependencies: SelfauditDependencies, site: Site): Promise<number> {
  const { sites, analytics, log } = dependencies;
  const { id: siteId, workspaceId, timezone } = site;
  const call: CallOptions = { workspaceId, deadlineMs: DEADLINE_MS };
  await sites.BeginAudit({ siteId }, call);
  const day = site.day ?? (await chooseDay(dependencies, site, call));
  if (day === undefined) {
    await sites.RecordAudit({ siteId, differences: 0 }, call);
    return 0;
  }
  const { goals } = await sites.ListGoals({ siteId }, call);
  const { funnels } = await sites.ListFunnels({ siteId }, call);
  const maxEvents = MAX_DAYS * dependencies.maxEvents;
  const result = await auditDay(analytics, { siteId, timezone, date: day, maxEvents, goals, funnels }, call);
  if (!result) {
    log.warn(
      { siteId, day },
      'day not audited: events arrived during each attempt, or days next to it are too busy',
    );
    return 0;
  }
  const { differences, notCompared } = result;
  if (Object.values(notCompared).some((visits) => visits > 0))
    log.info({ siteId, day, ...notCompared }, 'sessions of some visits not derived again');
  for (const { query, path, expected, actual } of differences)
    log.error({ siteId, day, query, path, expected, actual }, 'self-audit found a difference');
  await sites.RecordAudit({ siteId, day, differences: differences.length }, call);
  return differences.length;
}

/** A random day with visits that has ended and is not too busy; undefined without one. */
async function chooseDay(
  { analytics, log, maxEvents, random = randomInt }: SelfauditDependencies,
  { id: siteId, timezone }: Site,
  call: CallOptions,
): Promise<string | undefined> {
  const window = { siteId, timezone, filters: [] };
  const { series } = await analytics.QueryStats(
    { question: { ...window, range: RANGE, grain: 'day' } },
    call,
  );
  const days = series
    .slice(0, -UNSEALED_DAYS)
    .filter(({ sessions }) => sessions > 0)
    .map(({ bucket }) => bucket);
  for (let tries = 0; tries < MAX_TRIES && days.length > 0; tries += 1) {
    const [day = ''] = days.splice(random(days.length), 1);
    const { events } = await analytics.ListEvents(
      { question: { ...window, from: day, to: day, limit: 500 } },
      call,
    );
    if (events.reduce((sum, event) => sum + event.events, 0) <= maxEvents) return day;
    if (tries === MAX_TRIES - 1 || days.length === 0)
      log.warn({ siteId, maxEvents }, 'the days of this site are too busy for the self-audit');
  }
  return undefined;
}
