import { randomUUID } from 'node:crypto';
import type { EventRow } from '../event-row';

/** A plain pageview; a test names what it cares for. */
export function sampleEvent(fields: Partial<EventRow> = {}): EventRow {
  return {
    workspace_id: 1,
    site_id: 1,
    name: 'pageview',
    ts: '2026-03-10T12:00:00.000Z',
    // Now: an arrival of more than a week ago is forgotten at a moment of ClickHouse's own choice.
    received_at: new Date().toISOString(),
    event_id: randomUUID(),
    visitor_id: '1',
    session_id: '1',
    origin: 'browser',
    hostname: 'example.com',
    pathname: '/',
    channel: 'Direct',
    source: '',
    referrer: '',
    utm_source: '',
    utm_medium: '',
    utm_campaign: '',
    utm_term: '',
    utm_content: '',
    landing: 'example.com/',
    country: '',
    region: '',
    device: 'desktop',
    browser: '',
    os: '',
    rules_version: 1,
    props: {},
    ...fields,
  };
}
