import type { Schemas } from '@headwater/client/client';
import type { ApiRequest } from '../../api/request';
import { AllRows } from '../../components/all-rows';
import { BreakdownTable, CountryCredit, type BreakdownColumn } from '../../components/breakdown-table';
import { Card, Tabs } from '../../components/card';
import { ExportButtons } from '../../export/export-buttons';
import { formatDimension } from '../../format/names';
import { formatCount, formatMoney } from '../../format/numbers';
import { inSentence, t } from '../../strings/text';
import { useReport } from '../../view/report';
import { useFilterLinks, useView } from '../../view/use-view';

/** Dimensions of revenue; the first is the default. */
const REVENUE_DIMENSIONS = [
  { key: 'channel', label: t('Channels') },
  { key: 'source', label: t('Sources') },
  { key: 'utm_campaign', label: t('Campaigns') },
  { key: 'plan', label: t('Plans') },
  { key: 'company', label: t('Companies') },
  { key: 'country', label: t('Countries') },
  { key: 'site', label: t('Sites') },
] as const;

/** The dimensions that the page can show, and the one in the URL if it is valid, otherwise the channel. */
export function useRevenueDimension() {
  const { shows } = useReport();
  const named = useView().search.get('by');
  const dimensions = REVENUE_DIMENSIONS.filter(({ key }) => shows(key));
  return {
    dimensions,
    dimension: (dimensions.find(({ key }) => key === named) ?? REVENUE_DIMENSIONS[0]).key,
  };
}

type Revenue = Schemas['Revenue'];
type Sums = Revenue['data']['currencies'][number];
type Row = Sums['breakdown'][number];

interface Props {
  readonly revenue: Revenue;
  readonly sums: Sums;
  readonly request: ApiRequest<Revenue>;
  /** Has the limit of the API; omitted where the breakdown shows all rows. */
  readonly allRowsRequest?: ApiRequest<Revenue>;
  readonly isLoading: boolean;
}

/** Payments in one currency by a dimension. */
export function RevenueBreakdown({ revenue, sums, request, allRowsRequest, isLoading }: Props) {
  const { hrefWith } = useView();
  const { currency } = sums;
  const { dimensions, dimension } = useRevenueDimension();
  const name = formatDimension(dimension);
  const title = t('Revenue {currency} by {dimension}', { currency, dimension: name });
  const columns: readonly BreakdownColumn<Row>[] = [
    {
      label: t('Net'),
      value: (row) => Number(row.net),
      format: formatCount,
      text: (row) => formatMoney(row.net, currency),
    },
    { label: t('Payments'), value: (row) => row.payments, format: formatCount },
    { label: t('Paying customers'), value: (row) => row.customers, format: formatCount, isWideOnly: true },
  ];
  const shown = { dimension, columns, ...useFilterLinks(dimension) };
  // Until the response arrives, the data belongs to the dimension selected before.
  const rows = revenue.data.dimension === dimension ? sums.breakdown : undefined;
  return (
    <Card
      title={t('{name} by {dimension}', { name: currency, dimension: inSentence(name) })}
      isLoading={isLoading}
      actions={rows && <ExportButtons title={title} url={request.url} table={tableOf(name)(rows)} />}
    >
      <Tabs
        label={t('Revenue by')}
        chosen={dimension}
        tabs={dimensions.map(({ key, label }) => ({
          id: key,
          label,
          href: hrefWith('by', key === 'channel' ? undefined : key),
        }))}
      />
      {rows && (
        <BreakdownTable
          label={t('Revenue by {dimension}', { dimension: inSentence(name) })}
          rows={rows}
          {...shown}
        />
      )}
      {rows && allRowsRequest && (
        <AllRows
          id="by"
          title={title}
          request={allRowsRequest}
          rowsOf={({ data }) => data.currencies.find((each) => each.currency === currency)?.breakdown ?? []}
          tableOf={tableOf(name)}
          {...shown}
        />
      )}
      {dimension === 'country' && <CountryCredit />}
    </Card>
  );
}

const tableOf = (name: string) => (rows: readonly Row[]) => ({
  columns: [name, t('Gross'), t('Refunds'), t('Net'), t('Payments'), t('Paying customers')],
  rows: rows.map((row) => [row.key, row.gross, row.refunds, row.net, row.payments, row.customers]),
});
