import { formatCursor, lookingBack, OVERLAP_MS, parseCursor, startOf } from './touched-cursor';

describe('the cursor of touched visitors', () => {
  it('comes back as it was written', () => {
    const cursor = { ms: 1_793_534_400_123, workspaceId: 42, visitorId: '18446744073709551615' };
    expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
    expect(parseCursor(formatCursor(startOf(7)))).toEqual({ ms: 7, workspaceId: 0, visitorId: '0' });
  });

  it.each(['', '7', '1-2', '1-2-3-4', '-1-2-3', '1-2-x', '1-2-18446744073709551616', ' 1-2-3'])(
    'is not %j',
    (text) => {
      expect(parseCursor(text)).toBeUndefined();
    },
  );

  it('looks back once all is read, and never further than it had come', () => {
    const read = startOf(1_000_000);
    expect(lookingBack(read, 1_000_000 + OVERLAP_MS + 5)).toEqual(startOf(1_000_005));
    expect(lookingBack(read, 1_000_000)).toEqual(read);
  });
});
