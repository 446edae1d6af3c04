import type { Schemas } from '@headwater/client/client';
import { useState } from 'preact/hooks';
import { useMutation, useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { Card } from '../../components/card';
import { DataTable } from '../../components/data-table';
import { CsvFileField } from '../../components/file-field';
import { ConfirmButton, DialogButton, Form } from '../../components/forms';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { ExportButtons } from '../../export/export-buttons';
import { formatWindow } from '../../format/dates';
import { formatChannel } from '../../format/names';
import { formatCount, formatMoney } from '../../format/numbers';
import { t } from '../../strings/text';
import { datesOf } from '../../view/window';

/** Costs of one request. */
const MAX_COSTS = 200;

/** The costs of the time range, their upload and their deletion. */
export function CostsCard({ range }: { readonly range: string }) {
  const days = datesOf(range);
  const request = apiRequest('/api/v1/costs', {}, { ...days, limit: MAX_COSTS });
  const { data, error, isLoading, reload, stop } = useQuery(request);
  return (
    <Card
      title={t('Costs')}
      wide
      isLoading={isLoading}
      actions={<ExportButtons title={t('Costs')} url={request.url} table={data && tableOf(data.costs)} />}
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && <LoadingState label={t('Loading costs')} onStop={stop} />}
      {data?.costs.length === 0 && (
        <EmptyState title={t('No costs in this time range')}>
          {t('Upload what you spent by day and channel, source or campaign, to see the cost per customer.')}
        </EmptyState>
      )}
      {data && data.costs.length > 0 && (
        <DataTable
          label={t('Costs')}
          rows={data.costs.map((cost, index) => ({ ...cost, index }))}
          keyOf={({ index }) => index}
          columns={[
            { label: t('Day'), cell: ({ day }) => day, sortBy: ({ day }) => day },
            {
              label: t('Channel'),
              cell: ({ channel }) => (channel === null ? '–' : formatChannel(channel)),
              sortBy: ({ channel }) => channel,
            },
            { label: t('Source'), cell: ({ source }) => source ?? '–', sortBy: ({ source }) => source },
            {
              label: t('Campaign'),
              cell: ({ campaign }) => campaign ?? '–',
              sortBy: ({ campaign }) => campaign,
            },
            {
              label: t('Clicks'),
              cell: ({ clicks }) => (clicks === null ? '–' : formatCount(clicks)),
              sortBy: ({ clicks }) => clicks,
              isNumber: true,
            },
            {
              label: t('Cost'),
              cell: ({ amount, currency }) => formatMoney(amount, currency),
              sortBy: ({ amount }) => Number(amount),
              isNumber: true,
            },
          ]}
        />
      )}
      {data?.nextCursor && (
        <p class="fine">{t('The first {max} costs. Select a shorter time range.', { max: MAX_COSTS })}</p>
      )}
      <div class="card-foot">
        {data && data.costs.length > 0 && (
          <ConfirmButton
            label={t('Delete costs')}
            icon="trash"
            variant="tool"
            title={t('Delete the costs of this time range?')}
            method="DELETE"
            url={`/api/v1/costs?from=${days.from}&to=${days.to}`}
          >
            {t('Deletes all costs of {range}, of all channels and campaigns.', {
              range: formatWindow(range),
            })}
          </ConfirmButton>
        )}
        <DialogButton label={t('Upload CSV')} icon="plus" title={t('Upload costs')} variant="primary">
          {(close) => <UploadForm close={close} />}
        </DialogButton>
      </div>
    </Card>
  );
}

type Result = Schemas['CostBulkResult'];

function UploadForm({ close }: { readonly close: () => void }) {
  const { write, isBusy, error } = useMutation();
  const [file, setFile] = useState<File>();
  const [result, setResult] = useState<Result>();
  if (result) return <UploadResult result={result} close={close} />;
  const upload = async () => {
    if (!file) return;
    setResult(await write<Result>('/api/v1/costs/bulk', { method: 'POST', csv: await file.text() }));
  };
  return (
    <Form submit={t('Upload')} isBusy={isBusy} error={error} onCancel={close} onSubmit={upload}>
      <CsvFileField label={t('CSV file')} file={file} onChoose={setFile}>
        {t(
          'With the columns day, channel, source, campaign, amount, currency, clicks and impressions. Only day, amount and currency are required. A cost with the same day, channel, source, campaign and currency is replaced.',
        )}
      </CsvFileField>
    </Form>
  );
}

function UploadResult({ result, close }: { readonly result: Result; readonly close: () => void }) {
  const { imported, replaced, skipped, errors } = result;
  return (
    <>
      <p role="status">
        {t('Costs saved: {imported}, of which replaced: {replaced}. Rows skipped: {skipped}.', {
          imported,
          replaced,
          skipped,
        })}
      </p>
      {errors.length > 0 && (
        <ul>
          {errors.map(({ index, message }) => (
            <li key={index}>
              {t('Row {number}:', { number: index + 1 })} <span lang="en">{message}</span>
            </li>
          ))}
        </ul>
      )}
      <div class="dialog-actions">
        <button type="button" class="button button-primary" onClick={close}>
          {t('Close')}
        </button>
      </div>
    </>
  );
}

const tableOf = (costs: Schemas['CostList']['costs']) => ({
  columns: [
    t('Day'),
    t('Channel'),
    t('Source'),
    t('Campaign'),
    t('Cost'),
    t('Currency'),
    t('Clicks'),
    t('Impressions'),
  ],
  rows: costs.map(({ day, channel, source, campaign, amount, currency, clicks, impressions }) => [
    ...[day, channel, source, campaign, amount, currency, clicks, impressions],
  ]),
});
