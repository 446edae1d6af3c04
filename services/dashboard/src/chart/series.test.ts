import { drawnSeries, isolated, presentBucket } from './series';

const NOW = new Date('2026-10-25T01:30:00Z');

it('finds the values without a neighbour, which a line does not show', () => {
  expect(isolated([1, null, 2, 3, undefined, 0])).toEqual([0, 5]);
  expect(isolated([null, 1, 2])).toEqual([]);
});

describe('the current bucket', () => {
  it.each([
    ['day', 'Europe/Berlin', ['2026-10-24', '2026-10-25'], 1],
    ['day', 'America/New_York', ['2026-10-24', '2026-10-25'], 0],
    ['day', 'Europe/Berlin', ['2026-10-23', '2026-10-24'], undefined],
    ['day', 'Europe/Berlin', ['2026-10-26', '2026-10-27'], undefined],
    ['week', 'Europe/Berlin', ['2026-10-12', '2026-10-19'], 1],
    ['week', 'Europe/Berlin', ['2026-10-05', '2026-10-12'], undefined],
    ['month', 'Europe/Berlin', ['2026-09', '2026-10'], 1],
    ['month', 'Europe/Berlin', ['2026-08', '2026-09'], undefined],
    // 02:30, the second time that day.
    [
      'hour',
      'Europe/Berlin',
      [
        '2026-10-25T02:00:00+02:00',
        '2026-10-25T02:00:00+01:00',
        '2026-10-25T03:00:00+01:00',
        '2026-10-25T04:00:00+01:00',
      ],
      1,
    ],
    ['hour', 'Europe/Berlin', ['2026-10-25T01:00:00+02:00', '2026-10-25T02:00:00+02:00'], undefined],
    ['day', 'UTC', [], undefined],
  ] as const)('with grain %s in %s, of %j, has the index %j', (grain, timezone, buckets, expected) => {
    expect(presentBucket({ grain, timezone, buckets }, NOW)).toBe(expected);
  });
});

describe('the drawn series', () => {
  const data = {
    grain: 'day',
    timezone: 'UTC',
    buckets: ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26'],
    series: [
      { label: 'now', values: [1, 2, 3, 0] },
      { label: 'then', kind: 'before', values: [4, 5, 6, 7] },
    ],
  } as const;

  it('contain all buckets when all are complete', () => {
    expect(drawnSeries(data, undefined).map(({ values }) => values)).toEqual([
      [1, 2, 3, 0],
      [4, 5, 6, 7],
    ]);
  });

  it('draw bars before lines, which keep the colours of their order', () => {
    const [visitors, before] = data.series;
    const mixed = {
      ...data,
      series: [visitors, { label: 'money', kind: 'bars', values: [9, 8, 7, 0] }, before],
    } as const;
    const drawn = drawnSeries(mixed, 2).map(({ index, isUnfinished }) => [index, isUnfinished]);
    expect(drawn).toEqual([
      [1, false],
      [1, true],
      [0, false],
      [2, false],
      [0, true],
    ]);
    expect(drawnSeries(mixed, 2)[1]?.values).toEqual([null, null, 7, null]);
  });

  it('draw the current bucket as a separate part, and no future bucket', () => {
    expect(
      drawnSeries(data, 2).map(({ index, isUnfinished, values }) => ({ index, isUnfinished, values })),
    ).toEqual([
      { index: 0, isUnfinished: false, values: [1, 2, null, null] },
      { index: 1, isUnfinished: false, values: [4, 5, 6, 7] },
      { index: 0, isUnfinished: true, values: [null, 2, 3, null] },
    ]);
  });
});
