import {
  formatCursor,
  nextPosition,
  OVERLAP_MS,
  parseCursor,
  startOf,
  type TouchedCursor,
} from './touched-visitors';

describe('a cursor of touched visitors', () => {
  const position = { ms: 1_793_534_400_123, workspaceId: 42, visitorId: '18446744073709551615' };

  it.each([position, { ...position, nextPassMs: 1_793_534_390_000 }, startOf(7)])(
    'is parsed as it was formatted: %j',
    (cursor) => {
      expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
    },
  );

  it.each([
    ...['', '7', '1-2', '1-2-3-', '1-2-3-x', '1-2-3-4-5', '-1-2-3', '1-2-x', ' 1-2-3'],
    '1-2-18446744073709551616',
  ])('is not %j', (text) => {
    expect(parseCursor(text)).toBeUndefined();
  });
});

describe('the position after a page', () => {
  const NOW = 1_000_000;
  const row = (ms: number): TouchedCursor => ({ ms, workspaceId: 1, visitorId: '2' });
  const full = (...rows: TouchedCursor[]) => ({ rows, limit: rows.length, nowMs: NOW });

  it('is that of its last row while the pass goes on, whatever the clock shows', () => {
    const first = nextPosition(startOf(5), full(row(6), row(7)));
    expect(first).toEqual({ next: { ...row(7), nextPassMs: NOW - OVERLAP_MS }, more: true });
    const second = nextPosition(first.next, { ...full(row(8)), nowMs: NOW + 60_000 });
    expect(second).toEqual({ next: { ...row(8), nextPassMs: NOW - OVERLAP_MS }, more: true });
  });

  it.each([
    ['that is not full', { rows: [row(8)], limit: 2, nowMs: NOW }],
    ['whose last row is younger than the pass', full(row(NOW))],
  ])('starts a pass that overlaps the previous one, after a page %s', (_, page) => {
    expect(nextPosition(startOf(5), page)).toEqual({ next: startOf(NOW - OVERLAP_MS), more: false });
  });

  it('is never before the start of the pass, even if the clock was set back', () => {
    const page = { rows: [], limit: 1, nowMs: NOW };
    expect(nextPosition(startOf(NOW), page)).toEqual({ next: startOf(NOW), more: false });
  });
});
