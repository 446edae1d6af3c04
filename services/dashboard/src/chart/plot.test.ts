const palette = { text: '', muted: '', grid: '', surface: '', series: ['#000'], font: '' };
const buckets = Array.from({ length: 30 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`);

it('labels the time axis by the present width, also of a chart that was created hidden', async () => {
  Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });
  Object.assign(globalThis, { devicePixelRatio: 2 });
  const { plotOptions } = await import('./plot');
  const { axes = [] } = plotOptions({
    ...{ palette, width: 0, height: 280, drawn: [], format: String, onHover: () => undefined },
    onDraw: () => undefined,
    data: { grain: 'day', timezone: 'UTC', buckets, series: [] },
  });
  const splits = axes[0]?.splits as (plot: { bbox: { width: number } }) => number[];
  expect(splits({ bbox: { width: 0 } })).toEqual([0]);
  expect(splits({ bbox: { width: 840 * 2 } })).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27]);
});
