import type { EventRow } from '@headwater/eventstore/event-row';
import { sessionKey, visitorKey } from '@headwater/eventstore/visitor-key';
import { deterministicUuid } from './deterministic-uuid';
import type { Source } from './source';
import type { Step } from './step';
import type { Visitor } from './visitor';

/** The site that the history is of. */
export interface SeedSite {
  readonly workspaceId: number;
  readonly siteId: number;
  readonly domain: string;
  /** IANA zone name. */
  readonly timezone: string;
  /** Unix ms. */
  readonly createdAt: number;
}

/** Version of the collector's channel rules by which the tables of sources were written. */
const RULES_VERSION = 1;

export interface VisitFacts {
  readonly site: SeedSite;
  readonly visitor: Visitor;
  /** Number of the visit within the visitor's life, from 0. */
  readonly number: number;
  readonly source: Source;
  readonly steps: readonly Step[];
}

/** A visit as the collector would have stored it. The same visit gives the same rows, ids included. */
export function eventRows({ site, visitor, number, source, steps }: VisitFacts): EventRow[] {
  const visit = `${visitor.ref}/${number}`;
  const shared = {
    workspace_id: site.workspaceId,
    site_id: site.siteId,
    visitor_id: visitorKey(site.workspaceId, visitor.ref),
    session_id: sessionKey(site.workspaceId, site.siteId, visit),
    origin: 'browser',
    hostname: site.domain,
    channel: source.channel,
    source: source.name,
    referrer: source.referrer,
    utm_source: source.utm?.source ?? '',
    utm_medium: source.utm?.medium ?? '',
    utm_campaign: source.utm?.campaign ?? '',
    utm_term: source.utm?.term ?? '',
    utm_content: source.utm?.content ?? '',
    landing: `${site.domain}${steps[0]?.pathname ?? ''}`,
    country: visitor.agent.country,
    region: '',
    device: visitor.agent.device,
    browser: visitor.agent.browser,
    os: visitor.agent.os,
    rules_version: RULES_VERSION,
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
