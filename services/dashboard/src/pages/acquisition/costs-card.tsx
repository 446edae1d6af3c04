import type { Schemas } from '@headwater/client/client';
import { useState } from 'preact/hooks';
import { useMutation, useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { useAccess } from '../../api/fetch-json';
import { Card } from '../../components/card';
import { DataTable } from '../../components/data-table';
import { ConfirmButton, DialogButton, Form } from '../../components/forms';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { ExportButtons } from '../../export/export-buttons';
import { formatWindow } from '../../format/dates';
import { formatCount, formatMoney } from '../../format/numbers';
import { datesOf } from '../../view/window';

/** Costs of one request. */
const MAX_COSTS = 200;

/** The costs of the time range, their upload and their deletion. */
export function CostsCard({ range }: { readonly range: string }) {
  const mayChange = useAccess().mayWrite;
  const days = datesOf(range);
  const request = apiRequest('/api/v1/costs', {}, { ...days, limit: MAX_COSTS });
  const { data, error, isLoading, reload, stop } = useQuery(request);
  return (
    <Card
      title="Costs"
      wide
      isLoading={isLoading}
      actions={<ExportButtons title="Costs" url={request.url} table={data && tableOf(data.costs)} />}
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && <LoadingState label="Loading costs" onStop={stop} />}
      {data?.costs.length === 0 && (
        <EmptyState title="No costs in this time range">
          Upload what you spent by day and channel, source or campaign, to see the cost per customer.
        </EmptyState>
      )}
      {data && data.costs.length > 0 && (
        <DataTable
          label="Costs"
          rows={data.costs.map((cost, index) => ({ ...cost, index }))}
          keyOf={({ index }) => index}
          columns={[
            { label: 'Day', cell: ({ day }) => day, sortBy: ({ day }) => day },
            { label: 'Channel', cell: ({ channel }) => channel ?? '–', sortBy: ({ channel }) => channel },
            { label: 'Source', cell: ({ source }) => source ?? '–', sortBy: ({ source }) => source },
            {
              label: 'Campaign',
              cell: ({ campaign }) => campaign ?? '–',
              sortBy: ({ campaign }) => campaign,
            },
            {
              label: 'Clicks',
              cell: ({ clicks }) => (clicks === null ? '–' : formatCount(clicks)),
              sortBy: ({ clicks }) => clicks,
              isNumber: true,
            },
            {
              label: 'Cost',
              cell: ({ amount, currency }) => formatMoney(amount, currency),
              sortBy: ({ amount }) => Number(amount),
              isNumber: true,
            },
          ]}
        />
      )}
      {data?.nextCursor && <p class="fine">{`The first ${MAX_COSTS} costs. Select a shorter time range.`}</p>}
      {mayChange && (
        <div class="card-foot">
          {data && data.costs.length > 0 && (
            <ConfirmButton
              label="Delete costs"
              icon="trash"
              variant="tool"
              title="Delete the costs of this time range?"
              method="DELETE"
              url={`/api/v1/costs?from=${days.from}&to=${days.to}`}
            >
              {`Deletes all costs of ${formatWindow(range)}, of all channels and campaigns.`}
            </ConfirmButton>
          )}
          <DialogButton label="Upload CSV" icon="plus" title="Upload costs" variant="primary">
            {(close) => <UploadForm close={close} />}
          </DialogButton>
        </div>
      )}
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
    <Form submit="Upload" isBusy={isBusy} error={error} onCancel={close} onSubmit={upload}>
      <label class="field">
        CSV file
        <input
          type="file"
          required
          accept=".csv,text/csv"
          onChange={({ currentTarget: { files } }) => setFile(files?.[0])}
        />
        <span class="hint">
          With the columns day, channel, source, campaign, amount, currency, clicks and impressions. Only day,
          amount and currency are required. A cost with the same day, channel, source, campaign and currency
          is replaced.
        </span>
      </label>
    </Form>
  );
}

function UploadResult({ result, close }: { readonly result: Result; readonly close: () => void }) {
  const { imported, replaced, skipped, errors } = result;
  return (
    <>
      <p role="status">{`${formatCount(imported)} costs are saved, ${formatCount(replaced)} of them replaced. ${formatCount(skipped)} rows were skipped.`}</p>
      {errors.length > 0 && (
        <ul>
          {errors.map(({ index, message }) => (
            <li key={index}>{`Row ${index + 1}: ${message}`}</li>
          ))}
        </ul>
      )}
      <div class="dialog-actions">
        <button type="button" class="button button-primary" onClick={close}>
          Close
        </button>
      </div>
    </>
  );
}

const tableOf = (costs: Schemas['CostList']['costs']) => ({
  columns: ['Day', 'Channel', 'Source', 'Campaign', 'Cost', 'Currency', 'Clicks', 'Impressions'],
  rows: costs.map(({ day, channel, source, campaign, amount, currency, clicks, impressions }) => [
    ...[day, channel, source, campaign, amount, currency, clicks, impressions],
  ]),
});
