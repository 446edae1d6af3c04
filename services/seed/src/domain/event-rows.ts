import { unknownColumns, type EventRow } from '@headwater/eventstore/event-columns';
import type { StoredIds } from '@headwater/eventstore/stored-ids';
import { RULES_VERSION } from '@headwater/protos/vocabulary';
import { deterministicUuid } from './random';
import type { Source } from './source';
import type { Step } from './step';
import type { Visitor } from './visitor';

/** The site of the history. */
export interface SeedSite {
  readonly workspaceId: number;
  readonly siteId: number;
  readonly domain: string;
  /** IANA zone name. */
  readonly timezone: string;
  /** Unix ms. */
  readonly createdAt: number;
}

interface VisitFacts {
  readonly site: SeedSite;
  readonly storedIds: StoredIds;
  readonly visitor: Visitor;
  /** Index of the visit among those of the visitor. */
  readonly number: number;
  readonly source: Source;
  readonly steps: readonly Step[];
}

/** The event rows of a visit, as the collector stores them. A visit always has the same rows and ids. */
export function eventRows({ site, storedIds, visitor, number, source, steps }: VisitFacts): EventRow[] {
  const visit = `${visitor.ref}/${number}`;
  const shared = {
    workspace_id: site.workspaceId,
    site_id: site.siteId,
    visitor_id: storedIds.ofVisitor(site.workspaceId, visitor.ref),
    session_id: storedIds.ofSession(site.workspaceId, site.siteId, visit),
    origin: 'browser',
    ...unknownColumns('page'),
    hostname: site.domain,
    ...unknownColumns('acquisition'),
    channel: source.channel,
    source: source.name,
    referrer: source.referrer,
    utm_source: source.utm?.source ?? '',
    utm_medium: source.utm?.medium ?? '',
    utm_campaign: source.utm?.campaign ?? '',
    utm_term: source.utm?.term ?? '',
    utm_content: source.utm?.content ?? '',
    landing: `${site.domain}${steps[0]?.pathname ?? ''}`,
    ...unknownColumns('location'),
    country: visitor.agent.country,
    ...unknownColumns('agent'),
    device: visitor.agent.device,
    browser: visitor.agent.browser,
    os: visitor.agent.os,
    rules_version: RULES_VERSION,
    sent_session: '0',
    evidence: 0,
    own: '',
  } as const;
  return steps.map(({ at, name, pathname, props }, index) => {
    const ts = new Date(at).toISOString();
    return {
      ...shared,
      name,
      ts,
      received_at: ts,
      event_id: deterministicUuid(`${visit}/${index}`),
      pathname,
      props,
    };
  });
}
