import type { Schemas } from '@headwater/client/client';
import { BOT_REASONS, DROP_REASONS, reasonLabel } from '@headwater/protos/drop-reasons';
import { useQuery } from '../api/hooks';
import { apiRequest } from '../api/request';
import { BreakdownTable, type BreakdownColumn } from '../components/breakdown-table';
import { Card, MetricTile } from '../components/card';
import { ErrorState, LoadingState } from '../components/states';
import { ExportButtons } from '../export/export-buttons';
import { formatWindow } from '../format/dates';
import { formatCompact, formatCount } from '../format/numbers';
import { SitePage } from '../shell/page';
import { t } from '../strings/text';
import { useView } from '../view/use-view';

/** Events that were not counted, by reason. */
export function QualityPage() {
  return (
    <SitePage
      title={t('Traffic quality')}
      controls="range"
      filterKeys={null}
      ahead={(site) => <Quality site={site} />}
    />
  );
}

function Quality({ site }: { readonly site: { readonly id: number; readonly name: string } }) {
  const { view } = useView();
  const { window, timezone } = view;
  const request = apiRequest(
    '/api/v1/sites/{id}/traffic-quality',
    { id: site.id },
    { ...window, ...(timezone === undefined ? {} : { timezone }) },
  );
  const { data, error, isLoading, reload, stop } = useQuery(request);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!data) return <LoadingState label={t('Counting')} onStop={stop} />;
  return <QualityCards site={site} quality={data} url={request.url} isLoading={isLoading} />;
}

type Reasons = Schemas['TrafficQuality']['data']['dropped'];

const COLUMNS: readonly BreakdownColumn<{ readonly key: string; readonly events: number }>[] = [
  { label: t('Events'), value: (row) => row.events, format: formatCount },
];

const REASONS = { ...DROP_REASONS, ...BOT_REASONS };
const isReason = (code: string): code is keyof typeof REASONS => Object.hasOwn(REASONS, code);

/** The label of a drop or bot reason. */
const formatReason = (code: string): string => (isReason(code) ? t(REASONS[code].label) : reasonLabel(code));

const sum = (reasons: Reasons): number => reasons.reduce((all, { events }) => all + events, 0);
const rowsOf = (reasons: Reasons) =>
  reasons.map(({ reason, events }) => ({ key: formatReason(reason), events }));

interface Props {
  readonly site: { readonly name: string };
  readonly quality: Schemas['TrafficQuality'];
  readonly url: string;
  readonly isLoading: boolean;
}

/** Numbers of accepted and dropped events, by reason. */
function QualityCards({ site, quality: { range, timezone, data }, url, isLoading }: Props) {
  const tableOf = (reasons: Reasons) => ({
    columns: [t('Reason'), t('Events')],
    rows: reasons.map(({ reason, events }) => [reason, events] as const),
  });
  return (
    <div class="grid">
      <Card
        title={t('Received events')}
        wide
        isLoading={isLoading}
        actions={<ExportButtons title={`${site.name} ${t('traffic quality')}`} url={url} />}
      >
        <div class="tiles">
          <MetricTile label={t('Counted')} value={data.accepted} format={formatCompact} />
          <MetricTile label={t('Duplicates')} value={data.duplicates} format={formatCompact} />
          <MetricTile label={t('Bots')} value={sum(data.bots)} format={formatCompact} />
          <MetricTile label={t('Dropped, other reasons')} value={sum(data.dropped)} format={formatCompact} />
        </div>
        <p class="fine">{`${formatWindow(range)} · ${timezone}`}</p>
      </Card>
      <Card
        title={t('Bots by detection reason')}
        actions={
          <ExportButtons title={`${site.name} ${t('bots')}`} url={undefined} table={tableOf(data.bots)} />
        }
      >
        <BreakdownTable
          label={t('Bots by reason')}
          dimension="reason"
          rows={rowsOf(data.bots)}
          columns={COLUMNS}
        />
      </Card>
      <Card
        title={t('Other drops by reason')}
        actions={
          <ExportButtons title={`${site.name} ${t('drops')}`} url={undefined} table={tableOf(data.dropped)} />
        }
      >
        <BreakdownTable
          label={t('Drops by reason')}
          dimension="reason"
          rows={rowsOf(data.dropped)}
          columns={COLUMNS}
        />
      </Card>
    </div>
  );
}
