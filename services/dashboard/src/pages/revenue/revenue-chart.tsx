import type { Schemas } from '@headwater/client/client';
import type { RefObject } from 'preact';
import { useMemo } from 'preact/hooks';
import { question, type Question } from '../../api/question';
import { useAnswer } from '../../api/use-answer';
import { Chart, type ChartHandle } from '../../chart/chart';
import { bucketOf, type ChartSeries } from '../../chart/series';
import { formatMoneyCompact } from '../../format/money';
import { formatKey } from '../../format/names';
import { toggleFilter, windowQuery, type View } from '../../view/view';
import { useView } from '../../view/use-view';

type Revenue = Schemas['Revenue'];
type Sums = Revenue['data']['currencies'][number];

/** How many keys get a line of their own, beside the line of all. */
const LINES = 4;

interface Props {
  readonly revenue: Revenue;
  readonly sums: Sums;
  readonly handle: RefObject<ChartHandle | null>;
}

/** Net revenue by time, in all and of the keys that earned most. */
export function RevenueChart({ revenue, sums, handle }: Props) {
  const { view } = useView();
  const { dimension } = revenue.data;
  const keys = sums.breakdown.slice(0, LINES).map(({ key }) => key);
  // Always as many hooks; those without a key ask nothing.
  const lines = Array.from({ length: LINES }, (_, index) =>
    useAnswer(keyQuestion(view, revenue, dimension, keys[index])),
  ).map(({ data, isLoading }) => (isLoading ? undefined : data));
  const data = useMemo(
    () => ({
      grain: revenue.grain,
      timezone: revenue.timezone,
      buckets: sums.series.map((row) => bucketOf(row, revenue.grain)),
      series: [
        { label: 'All', kind: 'area' as const, values: netOf(sums) },
        ...lines.flatMap((line, index) => seriesOf(line, sums, dimension, keys[index])),
      ],
    }),
    [revenue, sums, ...lines],
  );
  return (
    <Chart
      label={`Net revenue in ${sums.currency} by ${revenue.grain}`}
      data={data}
      format={(value) => formatMoneyCompact(value, sums.currency)}
      handle={handle}
    />
  );
}

/** Only drawn: figures come from the decimal strings. */
const netOf = ({ series }: Sums): number[] => series.map(({ net }) => Number(net));

function keyQuestion(
  view: View,
  { grain }: Revenue,
  dimension: string | null,
  key: string | undefined,
): Question<Revenue> | undefined {
  if (dimension === null || key === undefined) return undefined;
  const filter = { key: dimension, operator: 'is', value: key } as const;
  // One that is filtered by already stays so.
  const isThere = view.filters.some(({ key: of, operator }) => of === dimension && operator === 'is');
  const filters = isThere
    ? view.filters.filter(({ key: of, operator }) => of !== dimension || operator !== 'is')
    : view.filters;
  return question(
    '/api/v1/revenue',
    {},
    { ...windowQuery({ ...view, filters: toggleFilter(filters, filter) }), grain, limit: 1 },
  );
}

function seriesOf(
  line: Revenue | undefined,
  { currency, series }: Sums,
  dimension: string | null,
  key: string | undefined,
): ChartSeries[] {
  if (!line || dimension === null || key === undefined) return [];
  const same = line.data.currencies.find((each) => each.currency === currency);
  return [{ label: formatKey(dimension, key), values: same ? netOf(same) : series.map(() => 0) }];
}
