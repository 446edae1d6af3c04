import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import type { DraftEvent } from '../domain/draft-event';
import { toEventLine } from '../domain/to-event-line';
import { eventsOf, splitClickIds, splitLines, summaryOf } from './batch-events';

const SITE = { workspaceId: 3, siteId: 7, domain: 'shop.example', scrub: true };
const TS = Date.parse('2026-11-22T09:59:59.007Z');

function lineOf(name: string, { evidence = 0, visitorKey = '18446744073709551615', ts = TS } = {}): string {
  const draft = {
    sent: { id: '0b1f6f0e-6c1b-4f3a-9a51-0d8f4a6f7c11', name, props: { visitor_id: '1', ts: 'x' } },
    ...{ ts, visitorKey, sessionKey: '1', sentSession: '5', evidence, location: {}, agent: {} },
  } as unknown as DraftEvent;
  return toEventLine(draft, { site: SITE, origin: 'browser', receivedAt: ts + 1_000 });
}

const EVENT = {
  ...{ workspaceId: 3, siteId: 7, visitorKey: '18446744073709551615', isDerived: false, isClickId: false },
  ...{ ts: '2026-11-22T09:59:59.007Z', receivedAt: '2026-11-22T10:00:00.007Z' },
};

describe('eventsOf', () => {
  it('returns the members of each line, whatever its texts contain', () => {
    const hostile = '","visitor_id":"9","ts":"2026-01-01T00:00:00.000Z","sent_session":"1';
    const lines = Buffer.from(
      lineOf('é😀') + lineOf(hostile) + lineOf('signup', { evidence: 1 }) + lineOf('\\').trimEnd(),
    );
    expect([...eventsOf(lines)]).toEqual([
      { ...EVENT, index: 0 },
      { ...EVENT, index: 1 },
      { ...EVENT, index: 2, isDerived: true },
      { ...EVENT, index: 3 },
    ]);
    expect(splitLines(lines)).toHaveLength(4);
    expect(splitLines(lines).join('')).toBe(lines.toString());
  });

  it('returns the members of lines of earlier releases, in another order', () => {
    const { evidence: _, ...browser } = sampleEvent({ ts: EVENT.ts, received_at: EVENT.receivedAt });
    const derived = { ...browser, evidence: 1 };
    const found = eventsOf(Buffer.from(`${JSON.stringify(browser)}\n${JSON.stringify(derived)}\n`));
    const event = {
      workspaceId: browser.workspace_id,
      siteId: browser.site_id,
      visitorKey: browser.visitor_id,
    };
    expect([...found]).toEqual([
      { ...EVENT, ...event, index: 0 },
      { ...EVENT, ...event, index: 1, isDerived: true },
    ]);
  });

  it('leaves out lines that cannot be in a query', () => {
    const lines = [
      '{"damaged',
      lineOf('a', { visitorKey: '18446744073709551616' }).trimEnd(),
      '',
      lineOf('b'),
    ];
    expect([...eventsOf(Buffer.from(lines.join('\n')))]).toEqual([{ ...EVENT, index: 3 }]);
  });
});

describe('splitClickIds', () => {
  it('separates click ids from events, whatever their properties contain', () => {
    const clickId =
      '{"workspace_id":3,"site_id":7,"visitor_id":"1","ts":"2026-11-22T09:59:59.007Z",' +
      '"received_at":"2026-11-22T10:00:00.007Z","parameter":"gclid","sealed":"c2VhbGVk"}\n';
    const hostile = lineOf('a').replace('"props":{', '"props":{"x":"Z","parameter":"gclid",');
    const [event, damaged] = [lineOf('a'), '{"damaged","Z","parameter":"\n'];
    const { events, clickIds } = splitClickIds(Buffer.from(event + clickId + hostile + damaged));
    expect(events.toString()).toBe(event + hostile + damaged);
    expect(clickIds.toString()).toBe(clickId);
  });
});

describe('summaryOf', () => {
  it('returns each id once, the first and the last time, and the lines with derived sessions', () => {
    const later = lineOf('b', { ts: TS + 60_000, evidence: 1, visitorKey: '7' });
    const earlier = lineOf('c', { ts: TS - 60_000 });
    expect(summaryOf(Buffer.from(lineOf('a') + later + earlier))).toEqual({
      workspaceIds: new Set([3]),
      siteIds: new Set([7]),
      visitorKeys: new Set([EVENT.visitorKey, '7']),
      period: { first: '2026-11-22T09:58:59.007Z', last: '2026-11-22T10:00:59.007Z' },
      derived: [1],
    });
  });

  it('has no period without events', () => {
    expect(summaryOf(Buffer.from('{"damaged\n')).period).toBeUndefined();
  });
});
