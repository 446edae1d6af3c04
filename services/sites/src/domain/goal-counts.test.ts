import { newConversions, reportedCounts } from './goal-counts';

const HOUR = 3_600_000;
const now = Date.parse('2026-11-01T12:34:00Z');
const [ten, eleven] = ['2026-11-01T10:00:00.000Z', '2026-11-01T11:00:00.000Z'];

describe('the new conversions of a goal', () => {
  it('are those of each hour whose count grew, including late events', () => {
    const counted = { [ten]: 3, [eleven]: 2 };
    expect(newConversions({ [ten]: 4, [eleven]: 2 }, { counted, countedAt: now - HOUR, now })).toEqual([
      { hour: Date.parse(ten), conversions: 1, total: 4 },
    ]);
  });

  it('are empty at the first count and after a day without a count', () => {
    expect(newConversions({ [ten]: 4 }, { counted: {}, now })).toEqual([]);
    expect(newConversions({ [ten]: 4 }, { counted: {}, countedAt: now - 25 * HOUR, now })).toEqual([]);
  });

  it('add up to the highest count, in whatever order events arrive', () => {
    let counted = {};
    let sum = 0;
    for (const total of [1, 1, 5, 4, 7]) {
      const current = { [ten]: total };
      for (const { conversions } of newConversions(current, { counted, countedAt: now, now }))
        sum += conversions;
      counted = reportedCounts(current, counted);
    }
    expect(sum).toBe(7);
  });
});
