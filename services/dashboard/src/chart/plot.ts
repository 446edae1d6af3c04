import uPlot from 'uplot';
import { formatBucketShort } from '../format/dates';
import { evenly, isolated, type ChartData, type ChartMark, type DrawnSeries } from './series';

/** Colours of a chart, read from CSS variables because style sheets don't apply to a canvas. */
interface Palette {
  readonly text: string;
  readonly muted: string;
  readonly grid: string;
  readonly surface: string;
  readonly series: readonly string[];
  readonly font: string;
}

/** Reads the colours of the current mode, light or dark. */
export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: read('--text'),
    muted: read('--text-muted'),
    grid: read('--grid'),
    surface: read('--surface'),
    series: [1, 2, 3, 4, 5, 6].map((number) => read(`--series-${number}`)),
    font: style.fontFamily,
  };
}

interface PlotInput {
  readonly data: ChartData;
  readonly drawn: readonly DrawnSeries[];
  readonly palette: Palette;
  readonly width: number;
  readonly height: number;
  readonly format: (value: number) => string;
  /** Called with the bucket under the pointer, or null when the pointer leaves. */
  readonly onHover: (index: number | null) => void;
  /** Called when the chart is drawn, also after a change of its size. */
  readonly onDraw: (plot: uPlot) => void;
}

/** Width of a label of the time axis, in pixels. */
const LABEL_WIDTH = 84;

/** The scale of series with a unit of their own. */
const OTHER_UNIT = 'other';

/** Starts at 0, or below where refunds exceed sales. */
const rangeOf = (min: number, max: number): [number, number] => [
  Math.min(0, min * 1.08),
  Math.max(max, 4) * 1.08,
];

/**
 * Options for uPlot. Buckets have the x values 0, 1, 2 …, so that days of 23 or 25 hours, months and repeated hours have equal
 * width. Labels come from the bucket keys, so that no time zone arithmetic is needed.
 */
export function plotOptions({
  data,
  drawn,
  palette,
  width,
  height,
  format,
  onHover,
  onDraw,
}: PlotInput): uPlot.Options {
  const { buckets, grain, series, mark } = data;
  const axis = {
    stroke: palette.muted,
    font: `12px ${palette.font}`,
    ticks: { show: false },
  };
  const days = new Set(buckets.map((bucket) => bucket.slice(0, 10))).size;
  const last = Math.max(1, buckets.length - 1);
  const formatOther = series.find((each) => each.format)?.format;
  const hasBars = series.some(({ kind }) => kind === 'bars');
  return {
    width,
    height,
    padding: [12, 8, 0, 0],
    legend: { show: false },
    scales: {
      x: { time: false, range: () => (hasBars ? [-0.6, buckets.length - 0.4] : [0, last]) },
      y: { range: (_, min, max) => rangeOf(min, max) },
      // In the lower half, below most of the line.
      [OTHER_UNIT]: { range: (_, min, max) => rangeOf(min, max * 2) },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 32,
        // By the present width: the chart may be created hidden, and resized later.
        splits: (plot) => evenly(buckets.length, plot.bbox.width / devicePixelRatio / LABEL_WIDTH),
        values: (_, splits) =>
          splits.map((index) => formatBucketShort(buckets[index] ?? '', grain, days > 2)),
      },
      {
        ...axis,
        grid: { stroke: palette.grid, width: 1 },
        size: 52,
        values: (_, splits) => splits.map((value) => (Number.isInteger(value) ? format(value) : '')),
      },
      // eslint-disable-next-line @typescript-eslint/no-unsafe-enum-assignment -- the enum has no values at run time
      ...(formatOther
        ? [
            {
              ...axis,
              scale: OTHER_UNIT,
              // Right.
              side: 1 as const,
              grid: { show: false },
              size: 60,
              values: (_: uPlot, splits: number[]) => splits.map(formatOther),
            },
          ]
        : []),
    ],
    series: [{}, ...drawn.map((each) => lineOf(each, palette))],
    cursor: {
      y: false,
      drag: { setScale: false, x: false },
      points: { size: 8, width: 2, stroke: palette.surface },
    },
    hooks: {
      setCursor: [(plot) => onHover(plot.cursor.idx ?? null)],
      draw: [(plot) => mark && drawMark(plot, mark, palette), onDraw],
    },
  };
}

/** Draws a dashed vertical line with its label left of it, or right of it near the left edge. */
function drawMark(plot: uPlot, { index, label }: ChartMark, palette: Palette): void {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  const x = Math.round(plot.valToPos(index, 'x', true));
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = palette.muted;
  ctx.lineWidth = scale;
  ctx.setLineDash([3 * scale, 3 * scale]);
  ctx.beginPath();
  ctx.moveTo(x, bbox.top);
  ctx.lineTo(x, bbox.top + bbox.height);
  ctx.stroke();
  ctx.font = `${12 * scale}px ${palette.font}`;
  ctx.textBaseline = 'top';
  const isLeft = x - bbox.left > ctx.measureText(label).width + 12 * scale;
  ctx.textAlign = isLeft ? 'right' : 'left';
  ctx.fillText(label, x + (isLeft ? -6 : 6) * scale, bbox.top);
  ctx.restore();
}

function lineOf(drawn: DrawnSeries, palette: Palette): uPlot.Series {
  const { label, kind = 'line', index, isUnfinished, format } = drawn;
  const stroke =
    kind === 'before' ? palette.muted : (palette.series[index % palette.series.length] ?? palette.text);
  const base = {
    label,
    stroke,
    ...(format ? { scale: OTHER_UNIT } : {}),
    points: {
      show: false,
      fill: stroke,
      size: 6,
      filter: (plot: uPlot, number: number) => pointsOf(plot.data[number] ?? []),
    },
  };
  if (kind === 'before') return { ...base, width: 1.5, dash: [4, 4] };
  const paths = uPlot.paths.bars?.({ size: [0.7, 24], radius: 0.15 });
  if (kind === 'bars')
    return {
      ...base,
      points: { show: false },
      width: 0,
      fill: isUnfinished ? `${stroke}66` : stroke,
      ...(paths ? { paths } : {}),
    };
  const fill = kind === 'area' ? { fill: `${stroke}${isUnfinished ? '0d' : '1f'}` } : {};
  return { ...base, width: 2, ...(isUnfinished ? { dash: [2, 4] } : {}), ...fill };
}

/** uPlot draws no points for null. */
function pointsOf(values: ArrayLike<number | null | undefined>): number[] | null {
  const indexes = isolated(values);
  return indexes.length === 0 ? null : indexes;
}

/** The picture of a chart. Positions are in pixels of its canvas. */
export interface Picture {
  readonly canvas: HTMLCanvasElement;
  readonly plot: uPlot;
  readonly palette: Palette;
  /** Pixels of the canvas per pixel of the page. */
  readonly scale: number;
  /** Of the chart. */
  readonly left: number;
  readonly top: number;
}

/** Draws on a picture. @returns the picture to save */
export type PictureAddition = (picture: Picture) => HTMLCanvasElement;

export interface Caption {
  readonly title: string;
  /** Time range and time zone. */
  readonly subtitle: string;
  readonly add?: PictureAddition | undefined;
}

const HEAD = 64;
const EDGE = 24;

/** Renders the chart with a caption as a PNG. */
export function pictureOf(plot: uPlot, palette: Palette, caption: Caption): Promise<Blob | undefined> {
  const chart = plot.ctx.canvas;
  const scale = chart.width / Math.max(1, chart.clientWidth);
  const canvas = document.createElement('canvas');
  canvas.width = chart.width + 2 * EDGE * scale;
  canvas.height = chart.height + (HEAD + 2 * EDGE) * scale;
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(undefined);
  context.fillStyle = palette.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = 'top';
  context.fillStyle = palette.text;
  context.font = `600 ${20 * scale}px ${palette.font}`;
  context.fillText(caption.title, EDGE * scale, EDGE * scale);
  context.fillStyle = palette.muted;
  context.font = `${13 * scale}px ${palette.font}`;
  context.fillText(caption.subtitle, EDGE * scale, (EDGE + 30) * scale);
  const [left, top] = [EDGE * scale, (HEAD + EDGE) * scale];
  context.drawImage(chart, left, top);
  const whole = caption.add?.({ canvas, plot, palette, scale, left, top }) ?? canvas;
  return new Promise((resolve) => whole.toBlob((blob) => resolve(blob ?? undefined), 'image/png'));
}
