import { EVIDENCE, type EventRow } from '@headwater/eventstore/event-columns';
import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { claimOf } from './event-claim';

const ROW = sampleEvent({
  ...{ event_id: '0197a5c8-0000-4000-8000-00000000000a', origin: 'server', evidence: EVIDENCE.ownId },
  ...{
    name: 'purchase',
    visitor_id: '18446744073709551615',
    utm_term: '0',
    props: { plan: 'pro', seats: '3' },
  },
});
const fingerprint = (row: EventRow) => claimOf(row)?.fingerprint;
const pinned = fingerprint(ROW);

describe('the fingerprint of an event', () => {
  it('is the same in each release: a release that changes it drops events of the log', () => {
    expect(pinned).toBe(6_003_853_948_920);
  });

  it('does not depend on the order of columns and properties', () => {
    const reversed = Object.fromEntries(Object.entries(ROW).reverse()) as unknown as EventRow;
    expect(fingerprint({ ...reversed, props: { seats: '3', plan: 'pro' } })).toBe(pinned);
  });

  it('does not depend on columns that another release adds or omits, if they have their default value', () => {
    const { utm_content: _, country: __, sent_session: ___, ...older } = ROW;
    expect(fingerprint(older as EventRow)).toBe(pinned);
    for (const value of ['', 0, {}, [], undefined])
      expect(fingerprint({ ...ROW, added: value } as EventRow)).toBe(pinned);
  });

  it('contains the columns of the row, even those that only another release has', () => {
    const { utm_term: _, ...rest } = ROW;
    const others = [rest, { ...ROW, added: 'x' }, { ...ROW, added: '0' }, { ...ROW, removed: 'x' }];
    const found = others.map((row) => fingerprint(row as EventRow));
    expect(new Set([pinned, ...found]).size).toBe(1 + others.length);
  });

  it('contains the time only if the sender gave it', () => {
    const later = '2026-03-11T12:00:00.000Z';
    const untimed = { ...ROW, evidence: ROW.evidence + EVIDENCE.untimed };
    expect(fingerprint({ ...ROW, ts: later })).not.toBe(pinned);
    expect(fingerprint({ ...untimed, ts: later })).toBe(fingerprint(untimed));
  });
});
