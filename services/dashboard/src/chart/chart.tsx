import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { formatBucketLong } from '../format/dates';
import { pictureOf } from './picture';
import { readPalette } from './palette';
import { plotOptions } from './plot-options';
import { drawnSeries, presentBucket } from './present-bucket';
import type { ChartData } from './series';
import { Legend } from './legend';
import { Tooltip } from './tooltip';
import { useDark } from './use-dark';

/** For buttons outside of the chart. */
export interface ChartHandle {
  picture(caption: { title: string; subtitle: string }): Promise<Blob | undefined>;
}

interface Props {
  /** What is drawn, for those who do not see it. */
  readonly label: string;
  readonly data: ChartData;
  readonly format: (value: number) => string;
  readonly height?: number;
  readonly handle?: RefObject<ChartHandle | null>;
}

/** A chart of a series by time. Screen readers get it as a table, which anybody can open below it. */
export function Chart({ label, data, format, height = 280, handle }: Props) {
  const holder = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<{ index: number; left: number } | null>(null);
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
        onHover: (index) => setHovered(index === null ? null : { index, left: plot.valToPos(index, 'x') }),
      }),
      [data.buckets.map((_, index) => index), ...drawn.map(({ values }) => [...values])],
      element,
    );
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    if (handle) handle.current = { picture: (caption) => pictureOf(plot.ctx.canvas, palette, caption) };
    return () => {
      observer.disconnect();
      plot.destroy();
      if (handle) handle.current = null;
      setHovered(null);
    };
  }, [data, height, format, isDark]);

  return (
    <figure class="chart">
      <div
        ref={holder}
        class="chart-canvas"
        role="img"
        aria-label={`Chart: ${label}. A table of it follows.`}
      >
        {hovered && (
          <Tooltip data={data} present={present} index={hovered.index} left={hovered.left} format={format} />
        )}
      </div>
      {data.series.length > 1 && <Legend series={data.series} />}
      <details class="chart-table">
        <summary>Show as a table</summary>
        <div class="table-scroll" tabIndex={0} role="region" aria-label={`${label} as a table`}>
          <table>
            <thead>
              <tr>
                <th scope="col">When</th>
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
                    {index === present && ' (so far)'}
                  </th>
                  {data.series.map((series) => (
                    <td key={series.label} class="number">
                      {formatCell(series.values[index], format)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

const formatCell = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value);
