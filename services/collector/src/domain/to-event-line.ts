import type { EventRow } from '@headwater/eventstore/event-row';
import type { Acquisition } from './acquisition';
import type { DraftEvent, SentTo } from './draft-event';
import { NO_PROPS } from './event-limits';
import { isoTime } from './iso-time';
import type { PageUrl } from './page-url';
import type { Agent } from './user-agent';

export interface RowContext {
  readonly site: SentTo;
  readonly origin: EventRow['origin'];
  /** When it came, Unix ms. */
  readonly receivedAt: number;
}

type PageColumns = Pick<EventRow, 'hostname' | 'pathname'>;
type AgentColumns = Pick<EventRow, 'device' | 'browser' | 'os'>;
type AcquisitionColumns = Pick<
  EventRow,
  | 'channel'
  | 'source'
  | 'referrer'
  | 'utm_source'
  | 'utm_medium'
  | 'utm_campaign'
  | 'utm_term'
  | 'utm_content'
  | 'landing'
  | 'rules_version'
>;

/** The text of what many events share, by the object that they share (the steps' memories give the same one). */
const texts = new WeakMap<PageUrl | Agent | Acquisition, string>();

/**
 * The `EventRow` that is stored, as a line of JSON with its end: just what ClickHouse takes. The visitor's address and
 * raw ids end here.
 */
export function toEventLine(draft: DraftEvent, { site, origin, receivedAt }: RowContext): string {
  const { acquisition, agent, location, page, sent } = draft;
  // Keys, ids, times and the codes of places hold nothing that JSON would escape.
  return (
    `{"workspace_id":${site.workspaceId},"site_id":${site.siteId},"name":${JSON.stringify(sent.name)},` +
    `"ts":"${isoTime(draft.ts)}","received_at":"${isoTime(receivedAt)}","event_id":"${sent.id}",` +
    `"visitor_id":"${draft.visitorKey}","session_id":"${draft.sessionKey}","origin":"${origin}",` +
    `"country":"${location.country}","region":"${location.region}","props":${propsText(sent.props)},` +
    `${page ? textOf(page, pageColumns) : NO_PAGE},${textOf(agent, agentColumns)},` +
    `${acquisition ? textOf(acquisition, acquisitionColumns) : NO_ACQUISITION}}\n`
  );
}

function propsText(props: EventRow['props']): string {
  return props === NO_PROPS ? '{}' : JSON.stringify(props);
}

/** The members of a JSON object, without its braces. */
function members(columns: object): string {
  return JSON.stringify(columns).slice(1, -1);
}

function textOf<T extends PageUrl | Agent | Acquisition>(shared: T, columns: (shared: T) => object): string {
  let text = texts.get(shared);
  if (text === undefined) {
    text = members(columns(shared));
    texts.set(shared, text);
  }
  return text;
}

function pageColumns({ hostname, pathname }: PageUrl): PageColumns {
  return { hostname, pathname };
}

function agentColumns({ device, browser, os }: Agent): AgentColumns {
  return { device, browser, os };
}

function acquisitionColumns(acquisition: Acquisition): AcquisitionColumns {
  const { campaign } = acquisition;
  return {
    channel: acquisition.channel,
    source: acquisition.source,
    referrer: acquisition.referrer,
    utm_source: campaign.utmSource,
    utm_medium: campaign.utmMedium,
    utm_campaign: campaign.utmCampaign,
    utm_term: campaign.utmTerm,
    utm_content: campaign.utmContent,
    landing: acquisition.landing,
    rules_version: acquisition.rulesVersion,
  };
}

/** Of an event without a page. */
const NO_PAGE = members({ hostname: '', pathname: '' } satisfies PageColumns);

/** Of an event that tells nothing of its session. */
const NO_ACQUISITION = members({
  channel: '',
  source: '',
  referrer: '',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
  landing: '',
  rules_version: 0,
} satisfies AcquisitionColumns);
