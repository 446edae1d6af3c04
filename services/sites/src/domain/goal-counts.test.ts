import { goalNews, nowCounted } from './goal-counts';

const HOUR = 3_600_000;
const now = Date.parse('2026-11-01T12:34:00Z');
const [ten, eleven] = ['2026-11-01T10:00:00.000Z', '2026-11-01T11:00:00.000Z'];

describe('what is told of a goal', () => {
  it('is each hour with more conversions than were told, late ones too', () => {
    const counted = { [ten]: 3, [eleven]: 2 };
    expect(goalNews({ [ten]: 4, [eleven]: 2 }, { counted, countedAt: now - HOUR, now })).toEqual([
      { hour: Date.parse(ten), conversions: 1, total: 4 },
    ]);
  });

  it('is nothing the first time, nor after a day without a count', () => {
    expect(goalNews({ [ten]: 4 }, { counted: {}, now })).toEqual([]);
    expect(goalNews({ [ten]: 4 }, { counted: {}, countedAt: now - 25 * HOUR, now })).toEqual([]);
  });

  it('sums up to what there was, whatever the order in which events came', () => {
    let counted = {};
    let sum = 0;
    for (const total of [1, 1, 5, 4, 7]) {
      const found = { [ten]: total };
      for (const { conversions } of goalNews(found, { counted, countedAt: now, now })) sum += conversions;
      counted = nowCounted(found, counted);
    }
    expect(sum).toBe(7);
  });
});
