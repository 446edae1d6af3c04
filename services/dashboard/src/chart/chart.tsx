import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { formatBucketLong } from '../format/dates';
import { inSentence, t } from '../strings/text';
import { useDark } from '../view/preferences';
import { pictureOf, plotOptions, readPalette, type Caption } from './plot';
import { drawnSeries, presentBucket, type ChartData, type ChartSeries } from './series';

/** Gives buttons outside the chart access to it. */
export interface ChartHandle {
  picture(caption: Caption): Promise<Blob | undefined>;
}

interface Props {
  /** Describes the chart for screen readers. */
  readonly label: string;
  readonly data: ChartData;
  readonly format: (value: number) => string;
  readonly height?: number;
  readonly handle?: RefObject<ChartHandle | null>;
  /** Elements at times of the chart. `xOf` returns the position of a bucket, in pixels from the left edge of the chart. */
  readonly overlay?: (xOf: (index: number) => number) => ComponentChildren;
}

/** A time series chart. The same numbers are in a table below it, for screen readers and as an alternative view. */
export function Chart({ label, data, format, height = 280, handle, overlay }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<{ index: number; left: number } | null>(null);
  /** Of the plot as it is drawn: its positions, and its width, which changes them. */
  const [area, setArea] = useState<{ plot: uPlot; width: number } | null>(null);
  const isDark = useDark();
  const present = useMemo(() => presentBucket(data, new Date()), [data]);

  useLayoutEffect(() => {
    const element = holder.current;
    if (!element) return undefined;
    const palette = readPalette(element);
    const drawn = drawnSeries(data, present);
    const plot: uPlot = new uPlot(
      plotOptions({
        data,
        drawn,
        palette,
        width: element.clientWidth,
        height,
        format,
        // Equal values render nothing again.
        onDraw: ({ bbox: { width } }) =>
          setArea((drawn) => (drawn?.plot === plot && drawn.width === width ? drawn : { plot, width })),
        onHover: (index) => setHovered(index === null ? null : { index, left: plot.valToPos(index, 'x') }),
      }),
      [data.buckets.map((_, index) => index), ...drawn.map(({ values }) => [...values])],
      element,
    );
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    if (handle) handle.current = { picture: (caption) => pictureOf(plot, palette, caption) };
    return () => {
      observer.disconnect();
      plot.destroy();
      if (handle) handle.current = null;
      setHovered(null);
    };
  }, [data, height, format, isDark]);

  // The pointer moves the tooltip only: rendering the rows of a year, or the overlay, at each move would stutter.
  const table = useMemo(
    () => <DataTable label={label} data={data} present={present} format={format} />,
    [label, data, present, format],
  );
  const over = useMemo(
    () => area && overlay?.((index) => area.plot.over.offsetLeft + area.plot.valToPos(index, 'x')),
    [area, overlay],
  );
  return (
    <figure class="chart">
      <div
        ref={holder}
        class="chart-canvas"
        role="img"
        aria-label={t('Chart: {label}. A table with the same numbers follows.', { label })}
      >
        {hovered && (
          <Tooltip data={data} present={present} index={hovered.index} left={hovered.left} format={format} />
        )}
      </div>
      {over}
      {data.series.length > 1 && <Legend series={data.series} />}
      {table}
    </figure>
  );
}

interface DataTableProps {
  readonly label: string;
  readonly data: ChartData;
  readonly present: number | undefined;
  readonly format: (value: number) => string;
}

/** The numbers of the chart as a table. */
function DataTable({ label, data, present, format }: DataTableProps) {
  return (
    <details class="chart-table">
      <summary>{t('Show as a table')}</summary>
      <div class="table-scroll" tabIndex={0} role="region" aria-label={t('{label} as a table', { label })}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('When')}</th>
              {data.series.map((series) => (
                <th key={series.label} scope="col" class="number">
                  {series.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.buckets.map((bucket, index) => (
              <tr key={bucket}>
                <th scope="row">
                  {formatBucketLong(bucket, data.grain)}
                  {index === present && ` (${t('so far')})`}
                  {index === data.mark?.index && ` (${inSentence(data.mark.label)})`}
                </th>
                {data.series.map((series) => (
                  <td key={series.label} class="number">
                    {formatCell(series.values[index], series.format ?? format)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

const formatCell = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value);

/** The colour of each series. */
function Legend({ series }: { readonly series: readonly ChartSeries[] }) {
  return (
    <ul class="legend">
      {series.map(({ label, kind }, index) => (
        <li key={label}>
          <span class={`dot dot-${kind === 'before' ? 'before' : index + 1}`} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}

interface TooltipProps {
  readonly data: ChartData;
  /** Index of the current bucket, if the time range includes it. Later buckets have no data yet. */
  readonly present: number | undefined;
  readonly index: number;
  /** Position of the bucket in the plot, in pixels. */
  readonly left: number;
  readonly format: (value: number) => string;
}

/** The values of the bucket under the pointer. */
function Tooltip({ data, present, index, left, format }: TooltipProps) {
  const { buckets, grain, series, mark } = data;
  const isRight = index > buckets.length / 2;
  return (
    <div
      class={isRight ? 'tooltip tooltip-left' : 'tooltip'}
      style={{ '--at': `${left}px` }}
      aria-hidden="true"
    >
      <p class="tooltip-title">
        {formatBucketLong(buckets[index] ?? '', grain)}
        {index === present && ` · ${t('so far')}`}
        {index === mark?.index && ` · ${inSentence(mark.label)}`}
      </p>
      {series.map((each, number) => {
        const isToCome = present !== undefined && index > present && each.kind !== 'before';
        const value = isToCome ? undefined : each.values[index];
        const bucket = each.buckets?.[index];
        return (
          <p key={each.label} class="tooltip-row">
            <span class={`dot ${each.kind === 'before' ? 'dot-before' : `dot-${(number % 6) + 1}`}`} />
            <span class="tooltip-label">{bucket ? formatBucketLong(bucket, grain) : each.label}</span>
            <strong>{value === null || value === undefined ? '–' : (each.format ?? format)(value)}</strong>
          </p>
        );
      })}
    </div>
  );
}
