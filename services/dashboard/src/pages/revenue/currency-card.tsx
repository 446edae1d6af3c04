import type { Schemas } from '@headwater/client/client';
import { useRef } from 'preact/hooks';
import type { ChartHandle } from '../../chart/chart';
import { Card } from '../../components/card';
import { FigureTile } from '../../components/figure-tile';
import { ExportButtons } from '../../export/export-buttons';
import { formatWindow } from '../../format/dates';
import { formatMoney } from '../../format/money';
import { formatCount } from '../../format/numbers';
import { useView } from '../../view/use-view';
import { RevenueChart } from './revenue-chart';
import { revenueDimension } from './revenue-dimensions';

type Sums = Schemas['Revenue']['data']['currencies'][number];

interface Props {
  readonly revenue: Schemas['Revenue'];
  readonly sums: Sums;
  readonly pending: Schemas['Revenue']['data']['pending'][number] | undefined;
  readonly url: string;
  readonly isLoading: boolean;
}

/** The payments in one currency, in all and by time. */
export function CurrencyCard({ revenue, sums, pending, url, isLoading }: Props) {
  const { search } = useView();
  const { currency } = sums;
  const handle = useRef<ChartHandle>(null);
  const when = `${formatWindow(revenue.range)} · ${revenue.timezone}`;
  const money = (amount: string) => formatMoney(amount, currency);
  const isOfDimension = revenue.data.dimension === revenueDimension(search.get('by')).key;
  return (
    <Card
      title={`${currency} by time`}
      wide
      isLoading={isLoading}
      actions={
        <ExportButtons
          title={`Revenue ${currency}`}
          url={url}
          picture={async () => handle.current?.picture({ title: `Net revenue, ${currency}`, subtitle: when })}
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
  );
}
