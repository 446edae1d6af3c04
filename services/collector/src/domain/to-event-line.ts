import type { EventRow } from '@headwater/eventstore/event-row';
import type { Acquisition } from './acquisition';
import type { DraftEvent, SentTo } from './draft-event';
import type { Agent } from './user-agent';

export interface RowContext {
  readonly site: SentTo;
  readonly origin: EventRow['origin'];
  /** When it came, Unix ms. */
  readonly receivedAt: number;
}

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
type OwnColumns = Omit<EventRow, keyof AgentColumns | keyof AcquisitionColumns>;

/** The text of what many events share, by the object that they share (the steps' memories give the same one). */
const texts = new WeakMap<Agent | Acquisition, string>();

/**
 * The `EventRow` that is stored, as a line of JSON with its end: just what ClickHouse takes. The visitor's address and
 * raw ids end here.
 */
export function toEventLine(draft: DraftEvent, { site, origin, receivedAt }: RowContext): string {
  const { acquisition, agent, page, sent } = draft;
  const own: OwnColumns = {
    workspace_id: site.workspaceId,
    site_id: site.siteId,
    name: sent.name,
    ts: new Date(draft.ts).toISOString(),
    received_at: new Date(receivedAt).toISOString(),
    event_id: draft.sent.id,
    visitor_id: draft.visitorKey,
    session_id: draft.sessionKey,
    origin,
    hostname: page?.hostname ?? '',
    pathname: page?.pathname ?? '',
    country: draft.location.country,
    region: draft.location.region,
    props: sent.props,
  };
  const shared = `${textOf(agent, agentColumns)},${acquisition ? textOf(acquisition, acquisitionColumns) : NO_ACQUISITION}`;
  return `{${members(own)},${shared}}\n`;
}

/** The members of a JSON object, without its braces. */
function members(columns: object): string {
  return JSON.stringify(columns).slice(1, -1);
}

function textOf<T extends Agent | Acquisition>(shared: T, columns: (shared: T) => object): string {
  let text = texts.get(shared);
  if (text === undefined) {
    text = members(columns(shared));
    texts.set(shared, text);
  }
  return text;
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
