import { randomUUID } from 'node:crypto';
import { unknownColumns, type EventRow } from '../event-columns';

/** A direct pageview by a desktop browser, with the given fields replaced. */
export function sampleEvent(fields: Partial<EventRow> = {}): EventRow {
  return {
    ...unknownColumns('page'),
    ...unknownColumns('acquisition'),
    ...unknownColumns('location'),
    ...unknownColumns('agent'),
    workspace_id: 1,
    site_id: 1,
    name: 'pageview',
    ts: '2026-03-10T12:00:00.000Z',
    // Not a fixed time: ClickHouse clears arrival times that are older than eight days, at a moment that it chooses.
    received_at: new Date().toISOString(),
    event_id: randomUUID(),
    visitor_id: '1',
    session_id: '1',
    sent_session: '0',
    evidence: 0,
    own: '',
    origin: 'browser',
    hostname: 'example.com',
    pathname: '/',
    channel: 'Direct',
    landing: 'example.com/',
    device: 'desktop',
    rules_version: 1,
    props: {},
    ...fields,
  };
}
