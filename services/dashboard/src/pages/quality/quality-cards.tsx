import type { Schemas } from '@headwater/client/client';
import { BreakdownTable, type BreakdownColumn } from '../../components/breakdown-table';
import { Card } from '../../components/card';
import { FigureTile } from '../../components/figure-tile';
import { ExportButtons } from '../../export/export-buttons';
import { formatWindow } from '../../format/dates';
import { formatCompact, formatCount } from '../../format/numbers';
import { formatReason } from './reasons';

type Reasons = Schemas['TrafficQuality']['data']['dropped'];

const COLUMNS: readonly BreakdownColumn<{ readonly key: string; readonly events: number }>[] = [
  { label: 'Events', value: (row) => row.events, format: formatCount },
];

const sum = (reasons: Reasons): number => reasons.reduce((all, { events }) => all + events, 0);
const rowsOf = (reasons: Reasons) =>
  reasons.map(({ reason, events }) => ({ key: formatReason(reason), events }));

interface Props {
  readonly site: { readonly name: string };
  readonly quality: Schemas['TrafficQuality'];
  readonly url: string;
  readonly isLoading: boolean;
}

/** What arrived, what was left out, and by which sign. */
export function QualityCards({ site, quality: { range, timezone, data }, url, isLoading }: Props) {
  const tableOf = (reasons: Reasons) => ({
    columns: ['Reason', 'Events'],
    rows: reasons.map(({ reason, events }) => [reason, events] as const),
  });
  return (
    <div class="grid">
      <Card
        title="What arrived"
        wide
        isLoading={isLoading}
        actions={<ExportButtons title={`${site.name} traffic quality`} url={url} />}
      >
        <div class="tiles">
          <FigureTile label="Counted" value={data.accepted} format={formatCompact} />
          <FigureTile label="Repeats, counted once" value={data.duplicates} format={formatCompact} />
          <FigureTile label="Bots" value={sum(data.bots)} format={formatCompact} />
          <FigureTile label="Dropped otherwise" value={sum(data.dropped)} format={formatCompact} />
        </div>
        <p class="fine">{`${formatWindow(range)} · ${timezone}`}</p>
      </Card>
      <Card
        title="Bots, by what gave them away"
        actions={<ExportButtons title={`${site.name} bots`} url={undefined} table={tableOf(data.bots)} />}
      >
        <BreakdownTable label="Bots by sign" dimension="sign" rows={rowsOf(data.bots)} columns={COLUMNS} />
      </Card>
      <Card
        title="Dropped, by reason"
        actions={<ExportButtons title={`${site.name} drops`} url={undefined} table={tableOf(data.dropped)} />}
      >
        <BreakdownTable
          label="Drops by reason"
          dimension="reason"
          rows={rowsOf(data.dropped)}
          columns={COLUMNS}
        />
      </Card>
    </div>
  );
}
