import type { Schemas } from '@headwater/client/client';
import { useRef } from 'preact/hooks';
import type { ChartHandle } from '../../chart/chart';
import { BreakdownTable, type BreakdownColumn } from '../../components/breakdown-table';
import { Card } from '../../components/card';
import { CountryCredit } from '../../components/country-credit';
import { FigureTile } from '../../components/figure-tile';
import { Tabs } from '../../components/tabs';
import { ExportButtons } from '../../export/export-buttons';
import { formatWindow } from '../../format/dates';
import { formatMoney } from '../../format/money';
import { formatDimension } from '../../format/names';
import { formatCount } from '../../format/numbers';
import { useFilterLinks } from '../../view/use-filter-links';
import { useView } from '../../view/use-view';
import { RevenueChart } from './revenue-chart';
import { REVENUE_DIMENSIONS, revenueDimension } from './revenue-dimensions';

type Sums = Schemas['Revenue']['data']['currencies'][number];
type Row = Sums['breakdown'][number];

interface Props {
  readonly revenue: Schemas['Revenue'];
  readonly sums: Sums;
  readonly pending: Schemas['Revenue']['data']['pending'][number] | undefined;
  readonly url: string;
  readonly isLoading: boolean;
}

/** Everything about the payments in one currency. */
export function CurrencyCard({ revenue, sums, pending, url, isLoading }: Props) {
  const { search, hrefWith } = useView();
  const { currency } = sums;
  const handle = useRef<ChartHandle>(null);
  const when = `${formatWindow(revenue.range)} · ${revenue.timezone}`;
  const money = (amount: string) => formatMoney(amount, currency);
  const dimension = revenueDimension(search.get('by')).key;
  const name = formatDimension(dimension);
  const filterLinks = useFilterLinks(dimension);
  const isOfDimension = revenue.data.dimension === dimension;
  const columns: readonly BreakdownColumn<Row>[] = [
    {
      label: 'Net',
      value: (row) => Number(row.net),
      format: (value) => formatMoney(String(value), currency),
    },
    { label: 'Payments', value: (row) => row.payments, format: formatCount },
    { label: 'Customers', value: (row) => row.customers, format: formatCount },
  ];
  return (
    <>
      <Card
        title={`${currency} by time`}
        wide
        isLoading={isLoading}
        actions={
          <ExportButtons
            title={`Revenue ${currency}`}
            url={url}
            picture={async () =>
              handle.current?.picture({ title: `Net revenue, ${currency}`, subtitle: when })
            }
            table={{
              columns: [revenue.grain, 'Net', 'Payments'],
              rows: sums.series.map((row) => [row[revenue.grain] ?? '', row.net, row.payments]),
            }}
          />
        }
      >
        <div class="tiles">
          <FigureTile label="Net" value={Number(sums.net)} format={() => money(sums.net)} />
          <FigureTile label="Gross" value={Number(sums.gross)} format={() => money(sums.gross)} />
          <FigureTile label="Refunds" value={Number(sums.refunds)} format={() => money(sums.refunds)} />
          <FigureTile label="Payments" value={sums.payments} format={formatCount} />
          <FigureTile label="Customers" value={sums.customers} format={formatCount} />
          <FigureTile
            label="Without a channel"
            value={Number(sums.unattributed)}
            format={() => money(sums.unattributed)}
          />
        </div>
        {pending && (
          <p class="notice">
            {`${money(pending.net)} of ${formatCount(pending.payments)} payments may still get a channel: they came before their accounts were made known.`}
          </p>
        )}
        <p class="fine">{when}</p>
        {isOfDimension && <RevenueChart revenue={revenue} sums={sums} handle={handle} />}
      </Card>
      <Card
        title={`${currency} by ${name.toLowerCase()}`}
        isLoading={isLoading}
        actions={
          isOfDimension && (
            <ExportButtons
              title={`Revenue ${currency} by ${name}`}
              url={url}
              table={{
                columns: [name, 'Gross', 'Refunds', 'Net', 'Payments', 'Customers'],
                rows: sums.breakdown.map((row) => [
                  row.key,
                  row.gross,
                  row.refunds,
                  row.net,
                  row.payments,
                  row.customers,
                ]),
              }}
            />
          )
        }
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
        {isOfDimension && (
          <BreakdownTable
            label={`Revenue by ${name.toLowerCase()}`}
            dimension={dimension}
            rows={sums.breakdown}
            columns={columns}
            {...filterLinks}
          />
        )}
        {dimension === 'country' && <CountryCredit />}
      </Card>
    </>
  );
}
