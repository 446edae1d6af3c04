import type { Schemas } from '@headwater/client/client';
import type { RefObject } from 'preact';
import { useCallback, useMemo, useRef } from 'preact/hooks';
import { useQuery } from '../../api/hooks';
import { apiRequest, type ApiRequest } from '../../api/request';
import { Chart, type ChartHandle } from '../../chart/chart';
import { bucketOf } from '../../chart/series';
import { Card, MetricTile } from '../../components/card';
import { useFormatKey, useSiteNames } from '../../components/site-names';
import { ExportButtons } from '../../export/export-buttons';
import { formatWindow } from '../../format/dates';
import { formatGrain } from '../../format/names';
import { formatCount, formatMoney, formatMoneyCompact } from '../../format/numbers';
import { t } from '../../strings/text';
import { useReport } from '../../view/report';
import { toggleFilter, windowQuery, type View } from '../../view/view';
import { useRevenueDimension } from './revenue-breakdown';

type Sums = Schemas['Revenue']['data']['currencies'][number];

interface Props {
  readonly revenue: Schemas['Revenue'];
  readonly sums: Sums;
  readonly pending: Schemas['Revenue']['data']['pending'][number] | undefined;
  readonly url: string;
  readonly isLoading: boolean;
}

/** Payments in one currency: sums and time series. */
export function CurrencyCard({ revenue, sums, pending, url, isLoading }: Props) {
  const { currency } = sums;
  const handle = useRef<ChartHandle>(null);
  const when = `${formatWindow(revenue.range)} · ${revenue.timezone}`;
  const money = (amount: string) => formatMoney(amount, currency);
  const isOfDimension = revenue.data.dimension === useRevenueDimension().dimension;
  return (
    <Card
      title={t('{currency} over time', { currency })}
      wide
      isLoading={isLoading}
      actions={
        <ExportButtons
          title={t('Revenue {currency}', { currency })}
          url={url}
          picture={async () =>
            handle.current?.picture({ title: t('Net revenue, {currency}', { currency }), subtitle: when })
          }
          table={{
            columns: [formatGrain(revenue.grain), t('Net'), t('Payments')],
            rows: sums.series.map((row) => [row[revenue.grain] ?? '', row.net, row.payments]),
          }}
        />
      }
    >
      <div class="tiles">
        <MetricTile label={t('Net')} value={Number(sums.net)} format={() => money(sums.net)} />
        <MetricTile label={t('Gross')} value={Number(sums.gross)} format={() => money(sums.gross)} />
        <MetricTile label={t('Refunds')} value={Number(sums.refunds)} format={() => money(sums.refunds)} />
        <MetricTile label={t('Payments')} value={sums.payments} format={formatCount} />
        <MetricTile label={t('Paying customers')} value={sums.customers} format={formatCount} />
        <MetricTile
          label={t('Without a channel')}
          value={Number(sums.unattributed)}
          format={() => money(sums.unattributed)}
        />
      </div>
      {pending && (
        <p class="notice">
          {t(
            '{net} of {count} payments may still get a channel: the payments arrived before their accounts were identified.',
            { net: money(pending.net), count: pending.payments },
          )}
        </p>
      )}
      <p class="fine">{when}</p>
      {isOfDimension && <RevenueChart revenue={revenue} sums={sums} handle={handle} />}
    </Card>
  );
}

type Revenue = Schemas['Revenue'];

/** Number of keys with a line of their own, next to the line of all payments. */
const LINES = 4;

interface ChartProps {
  readonly revenue: Revenue;
  readonly sums: Sums;
  readonly handle: RefObject<ChartHandle | null>;
}

/** Net revenue over time: all payments, and the keys with the highest revenue. */
function RevenueChart({ revenue, sums, handle }: ChartProps) {
  const { view } = useReport();
  const { dimension } = revenue.data;
  const formatKey = useFormatKey();
  const names = useSiteNames();
  const keys = sums.breakdown.slice(0, LINES).map(({ key }) => key);
  // The number of hooks must be constant; without a key a hook sends no request.
  const lines = Array.from({ length: LINES }, (_, index) =>
    useQuery(keyRequest(view, revenue, dimension, keys[index])),
  ).map(({ data, isLoading }) => (isLoading ? undefined : data));
  const format = useCallback((value: number) => formatMoneyCompact(value, sums.currency), [sums.currency]);
  const data = useMemo(
    () => ({
      grain: revenue.grain,
      timezone: revenue.timezone,
      buckets: sums.series.map((row) => bucketOf(row, revenue.grain)),
      series: [
        { label: t('All'), kind: 'area' as const, values: netOf(sums) },
        ...lines.flatMap((line, index) => {
          const key = keys[index];
          return line && dimension !== null && key !== undefined
            ? [{ label: formatKey(dimension, key), values: valuesOf(line, sums) }]
            : [];
        }),
      ],
    }),
    [revenue, sums, names, ...lines],
  );
  return (
    <Chart
      label={t('Net revenue in {currency} by {dimension}', {
        currency: sums.currency,
        dimension: formatGrain(revenue.grain),
      })}
      data={data}
      format={format}
      handle={handle}
    />
  );
}

/** Numbers for the chart; tables show the exact decimal strings. */
const netOf = ({ series }: Sums): number[] => series.map(({ net }) => Number(net));

function keyRequest(
  view: View,
  { grain }: Revenue,
  dimension: string | null,
  key: string | undefined,
): ApiRequest<Revenue> | undefined {
  if (dimension === null || key === undefined) return undefined;
  const filter = { key: dimension, operator: 'is', value: key } as const;
  // A filter by this dimension is replaced.
  const isFiltered = view.filters.some(({ key: of, operator }) => of === dimension && operator === 'is');
  const filters = isFiltered
    ? view.filters.filter(({ key: of, operator }) => of !== dimension || operator !== 'is')
    : view.filters;
  return apiRequest(
    '/api/v1/revenue',
    {},
    { ...windowQuery({ ...view, filters: toggleFilter(filters, filter) }), grain, limit: 1 },
  );
}

/** Net revenue of one key, in the currency of the card. */
function valuesOf(line: Revenue, { currency, series }: Sums): number[] {
  const same = line.data.currencies.find((each) => each.currency === currency);
  return same ? netOf(same) : series.map(() => 0);
}
