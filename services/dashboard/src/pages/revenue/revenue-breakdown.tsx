import type { Schemas } from '@headwater/client/client';
import type { Question } from '../../api/question';
import { AllRows } from '../../components/all-rows';
import { BreakdownTable, type BreakdownColumn } from '../../components/breakdown-table';
import { Card } from '../../components/card';
import { CountryCredit } from '../../components/country-credit';
import { Tabs } from '../../components/tabs';
import { ExportButtons } from '../../export/export-buttons';
import { formatMoney } from '../../format/money';
import { formatDimension } from '../../format/names';
import { formatCount } from '../../format/numbers';
import { useFilterLinks } from '../../view/use-filter-links';
import { useView } from '../../view/use-view';
import { REVENUE_DIMENSIONS, revenueDimension } from './revenue-dimensions';

type Revenue = Schemas['Revenue'];
type Sums = Revenue['data']['currencies'][number];
type Row = Sums['breakdown'][number];

interface Props {
  readonly revenue: Revenue;
  readonly sums: Sums;
  readonly asked: Question<Revenue>;
  /** Asks for all rows; left out where these are all. */
  readonly askedAll?: Question<Revenue>;
  readonly isLoading: boolean;
}

/** What the payments in one currency came from. */
export function RevenueBreakdown({ revenue, sums, asked, askedAll, isLoading }: Props) {
  const { search, hrefWith } = useView();
  const { currency } = sums;
  const dimension = revenueDimension(search.get('by')).key;
  const name = formatDimension(dimension);
  const title = `Revenue ${currency} by ${name}`;
  const columns: readonly BreakdownColumn<Row>[] = [
    {
      label: 'Net',
      value: (row) => Number(row.net),
      format: formatCount,
      text: (row) => formatMoney(row.net, currency),
    },
    { label: 'Payments', value: (row) => row.payments, format: formatCount },
    { label: 'Customers', value: (row) => row.customers, format: formatCount },
  ];
  const shown = { dimension, columns, ...useFilterLinks(dimension) };
  // Rows of an earlier dimension would stand under the wrong title.
  const rows = revenue.data.dimension === dimension ? sums.breakdown : undefined;
  return (
    <Card
      title={`${currency} by ${name.toLowerCase()}`}
      isLoading={isLoading}
      actions={rows && <ExportButtons title={title} url={asked.url} table={tableOf(name)(rows)} />}
    >
      <Tabs
        label="Revenue by"
        chosen={dimension}
        tabs={REVENUE_DIMENSIONS.map(({ key, label }) => ({
          id: key,
          label,
          href: hrefWith('by', key === 'channel' ? undefined : key),
        }))}
      />
      {rows && <BreakdownTable label={`Revenue by ${name.toLowerCase()}`} rows={rows} {...shown} />}
      {rows && askedAll && (
        <AllRows
          id="by"
          title={title}
          asked={askedAll}
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
  columns: [name, 'Gross', 'Refunds', 'Net', 'Payments', 'Customers'],
  rows: rows.map((row) => [row.key, row.gross, row.refunds, row.net, row.payments, row.customers]),
});
