import uPlot from 'uplot';
import { formatBucketShort } from '../format/dates';
import type { Palette } from './palette';
import type { DrawnSeries } from './present-bucket';
import { evenly, type ChartData } from './series';

interface Look {
  readonly data: ChartData;
  readonly drawn: readonly DrawnSeries[];
  readonly palette: Palette;
  readonly width: number;
  readonly height: number;
  readonly format: (value: number) => string;
  /** The bucket under the pointer, null when it left. */
  readonly onHover: (index: number | null) => void;
}

/** Width of one label of the axis of time, in pixels. */
const LABEL_WIDTH = 84;

/**
 * How uPlot draws the data. Buckets stand at 0, 1, 2 …: days of 23 or 25 hours, months and repeated hours are all one step,
 * and labels come from the keys, so that no time zone is reckoned with here.
 */
export function plotOptions({ data, drawn, palette, width, height, format, onHover }: Look): uPlot.Options {
  const { buckets, grain, series } = data;
  const axis = {
    stroke: palette.muted,
    font: `12px ${palette.font}`,
    ticks: { show: false },
  };
  const days = new Set(buckets.map((bucket) => bucket.slice(0, 10))).size;
  const last = Math.max(1, buckets.length - 1);
  const hasBars = series.some(({ kind }) => kind === 'bars');
  return {
    width,
    height,
    padding: [12, 8, 0, 0],
    legend: { show: false },
    scales: {
      x: { time: false, range: () => (hasBars ? [-0.6, buckets.length - 0.4] : [0, last]) },
      // From nought, or below it where refunds outweigh sales.
      y: { range: (_, min, max) => [Math.min(0, min * 1.08), Math.max(max, 4) * 1.08] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 32,
        splits: () => evenly(buckets.length, width / LABEL_WIDTH),
        values: (_, splits) =>
          splits.map((index) => formatBucketShort(buckets[index] ?? '', grain, days > 2)),
      },
      {
        ...axis,
        grid: { stroke: palette.grid, width: 1 },
        size: 52,
        values: (_, splits) => splits.map((value) => (Number.isInteger(value) ? format(value) : '')),
      },
    ],
    series: [{}, ...drawn.map((each) => lineOf(each, palette))],
    cursor: {
      y: false,
      drag: { setScale: false, x: false },
      points: { size: 8, width: 2, stroke: palette.surface },
    },
    hooks: { setCursor: [(plot) => onHover(plot.cursor.idx ?? null)] },
  };
}

function lineOf({ label, kind = 'line', index, isUnfinished }: DrawnSeries, palette: Palette): uPlot.Series {
  const stroke =
    kind === 'before' ? palette.muted : (palette.series[index % palette.series.length] ?? palette.text);
  const base = { label, stroke, points: { show: false } };
  if (kind === 'before') return { ...base, width: 1.5, dash: [4, 4] };
  const paths = uPlot.paths.bars?.({ size: [0.7, 24], radius: 0.15 });
  if (kind === 'bars')
    return { ...base, width: 0, fill: isUnfinished ? `${stroke}66` : stroke, ...(paths ? { paths } : {}) };
  const fill = kind === 'area' ? { fill: `${stroke}${isUnfinished ? '0d' : '1f'}` } : {};
  return { ...base, width: 2, ...(isUnfinished ? { dash: [2, 4] } : {}), ...fill };
}
