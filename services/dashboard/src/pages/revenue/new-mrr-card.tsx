import type { Schemas } from '@headwater/client/client';
import { BreakdownTable, type BreakdownColumn } from '../../components/breakdown-table';
import { Card } from '../../components/card';
import { ExportButtons } from '../../export/export-buttons';
import { formatDecimal } from '../../format/money';
import { formatCount } from '../../format/numbers';

type Row = Schemas['Revenue']['data']['newMrr'][number] & { readonly key: string };

const COLUMNS: readonly BreakdownColumn<Row>[] = [
  {
    label: 'MRR',
    value: (row) => Number(row.mrr),
    format: formatCount,
    text: (row) => formatDecimal(row.mrr),
  },
  { label: 'Accounts', value: (row) => row.accounts, format: formatCount },
];

interface Props {
  readonly rows: Schemas['Revenue']['data']['newMrr'];
  readonly url: string;
}

/** Recurring revenue of the accounts that were first made known in the window, by the channel that brought them. */
export function NewMrrCard({ rows, url }: Props) {
  return (
    <Card
      title="New MRR by channel"
      actions={
        <ExportButtons
          title="New MRR by channel"
          url={url}
          table={{
            columns: ['Channel', 'MRR', 'Accounts'],
            rows: rows.map((row) => [row.channel, row.mrr, row.accounts]),
          }}
        />
      }
    >
      <BreakdownTable
        label="New MRR by channel"
        dimension="channel"
        rows={rows.map((row) => ({ ...row, key: row.channel }))}
        columns={COLUMNS}
      />
      <p class="fine">As your identify calls tell it, without a currency.</p>
    </Card>
  );
}
