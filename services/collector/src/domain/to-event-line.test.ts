import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { acquisitionOf } from './acquisition';
import { BLANK_EVENT, draftOf, type DraftEvent } from './draft-event';
import { agentOfUmami } from './imports/umami-names';
import { parsePageUrl } from './page-url';
import { toEventLine } from './to-event-line';

const NOW = Date.parse('2026-11-22T10:00:00.007Z');
const SITE = { workspaceId: 3, siteId: 7, domain: 'shop.example', scrub: false };
const CONTEXT = { site: SITE, origin: 'browser', receivedAt: NOW } as const;
const PAGE = parsePageUrl('https://shop.example/a%20b/"c"?utm_source=x%22y');

const draft = (change: Partial<DraftEvent> = {}): DraftEvent => ({
  ...draftOf({ ...BLANK_EVENT, id: '0b1f6f0e-6c1b-4f3a-9a51-0d8f4a6f7c11', name: 'signup' }, NOW - 1_000),
  visitorKey: '18446744073709551615',
  sessionKey: '1',
  ...change,
});
const rowOf = (one: DraftEvent): unknown => JSON.parse(toEventLine(one, CONTEXT));

describe('the line of an event', () => {
  it('has every column of a row, once', () => {
    const columns = Object.keys(sampleEvent({})).sort();
    const full = draft({ page: PAGE, acquisition: acquisitionOf(PAGE, '', SITE.domain), evidence: 3 });
    for (const one of [draft({ evidence: 1 }), full]) {
      expect(Object.keys(rowOf(one) as object).sort()).toEqual(columns);
      expect(toEventLine(one, CONTEXT).match(/"[a-z_]+":/g)).toHaveLength(columns.length);
    }
  });

  it('omits the evidence of an event that reports its session', () => {
    const { sent_session: _, evidence: __, own: ___, ...rest } = sampleEvent({});
    expect(Object.keys(rowOf(draft()) as object).sort()).toEqual(Object.keys(rest).sort());
  });

  it('holds what was put to it, whatever its texts hold', () => {
    const sent = { ...draft().sent, name: 'a "b"\\', props: { __proto__x: '"},{\n', plan: 'é😀' } };
    const acquisition = acquisitionOf(PAGE, '', SITE.domain);
    expect(
      rowOf(draft({ sent, page: PAGE, acquisition, location: { country: 'DE', region: 'DE-BE' } })),
    ).toMatchObject({
      workspace_id: 3,
      site_id: 7,
      name: 'a "b"\\',
      ts: '2026-11-22T09:59:59.007Z',
      received_at: '2026-11-22T10:00:00.007Z',
      event_id: '0b1f6f0e-6c1b-4f3a-9a51-0d8f4a6f7c11',
      visitor_id: '18446744073709551615',
      session_id: '1',
      origin: 'browser',
      country: 'DE',
      region: 'DE-BE',
      props: sent.props,
      hostname: 'shop.example',
      pathname: '/a%20b/%22c%22',
      utm_source: 'x"y',
      channel: 'Direct',
    });
  });

  it('is scrubbed unless the site disables it, also where events share a page', () => {
    const page = parsePageUrl('https://shop.example/u/ada@example.com');
    const sent = { ...draft().sent, name: 'ada@example.com', props: { mail: 'ada@example.com' } };
    const one = draft({ sent, page });
    const raw = { name: 'ada@example.com', pathname: '/u/ada@example.com', props: sent.props };
    const scrubbed = { name: '(redacted)', pathname: '/u/(redacted)', props: { mail: '(redacted)' } };
    for (const [scrub, row] of [
      [true, scrubbed],
      [false, raw],
      [true, scrubbed],
    ] as const)
      expect(JSON.parse(toEventLine(one, { ...CONTEXT, site: { ...SITE, scrub } }))).toMatchObject(row);
  });

  it('holds no half of a character, which ClickHouse refuses, where a text was cut', () => {
    const cutInTwo = '😀'.repeat(300);
    // Cut at an odd place and at an even one.
    for (const text of [cutInTwo, `x${cutInTwo}`]) {
      const page = parsePageUrl(`https://shop.example/?utm_source=${text}&utm_term=${text}`);
      const acquisition = acquisitionOf(page, '', SITE.domain);
      const line = toEventLine(draft({ page, acquisition, agent: agentOfUmami('', text, text) }), CONTEXT);
      // JSON.stringify escapes half a pair, and leaves whole ones as they are.
      expect(line).not.toMatch(/\\ud[89a-f]/i);
      expect(line).toContain('😀😀');
    }
  });
});
