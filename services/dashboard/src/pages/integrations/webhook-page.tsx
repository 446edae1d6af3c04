import type { Schemas } from '@headwater/client/client';
import { exec, useLocation } from 'preact-iso/router';
import { useEffect, useState } from 'preact/hooks';
import { reloadAll, useMutation, useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { Card } from '../../components/card';
import { DataTable } from '../../components/data-table';
import { ConfirmButton, DialogButton, Form } from '../../components/forms';
import { EmptyState, ErrorMessage, ErrorState, LoadingState } from '../../components/states';
import { Moment } from '../../components/time';
import { ExportButtons } from '../../export/export-buttons';
import { formatCount } from '../../format/numbers';
import { WorkspacePage } from '../../shell/page';
import { t } from '../../strings/text';
import { NewSecret, stateOfWebhook } from './webhooks-card';

const EVERY_MS = 5_000;
/** Deliveries of one request. */
const MAX_DELIVERIES = 200;

/** One webhook: its state, actions and deliveries. */
export function WebhookPage() {
  const id = Number(exec(useLocation().path, '/integrations/webhooks/:id').params['id']);
  const request = apiRequest('/api/v1/webhooks/{webhookId}', { webhookId: id });
  const { data: webhook, error, reload, stop } = useQuery(request, { everyMs: EVERY_MS });
  return (
    <WorkspacePage
      title={t('Webhook')}
      lead={webhook?.url ?? ''}
      actions={
        <a class="button" href="/integrations">
          {t('All integrations')}
        </a>
      }
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!webhook && !error && <LoadingState label={t('Loading the webhook')} onStop={stop} />}
      {webhook && (
        <div class="grid">
          <Card title={t('State')} wide actions={<ExportButtons title={t('Webhook')} url={request.url} />}>
            <dl class="facts">
              <div>
                <dt>{t('State')}</dt>
                <dd>{stateOfWebhook(webhook)}</dd>
              </div>
              <div>
                <dt>{t('Events')}</dt>
                <dd>{webhook.events.join(', ')}</dd>
              </div>
              <div>
                <dt>{t('Created')}</dt>
                <dd>
                  <Moment at={webhook.createdAt} />
                </dd>
              </div>
            </dl>
            <Actions webhook={webhook} />
          </Card>
          <Deliveries id={webhook.id} />
        </div>
      )}
    </WorkspacePage>
  );
}

function Actions({ webhook }: { readonly webhook: Schemas['Webhook'] }) {
  const { route } = useLocation();
  const { write, isBusy, error } = useMutation();
  const url = `/api/v1/webhooks/${webhook.id}`;
  const isActive = webhook.status === 'active';
  return (
    <>
      {error && (
        <p class="notice notice-bad" role="alert">
          <ErrorMessage error={error} />
        </p>
      )}
      <div class="card-foot">
        <button
          type="button"
          class="button"
          disabled={isBusy}
          onClick={() => void write(`${url}/test`, { method: 'POST' })}
        >
          {t('Send a test event')}
        </button>
        <button
          type="button"
          class="button"
          disabled={isBusy}
          onClick={() =>
            void write(url, { method: 'PATCH', body: { status: isActive ? 'disabled' : 'active' } })
          }
        >
          {isActive ? t('Pause') : t('Activate')}
        </button>
        <DialogButton label={t('Replay')} title={t('Replay events')}>
          {(close) => <ReplayForm url={url} close={close} />}
        </DialogButton>
        <DialogButton label={t('Rotate the secret')} title={t('Rotate the signing secret')}>
          {(close) => <RotateForm url={url} close={close} />}
        </DialogButton>
        <ConfirmButton
          label={t('Delete')}
          title={t('Delete the webhook?')}
          method="DELETE"
          url={url}
          onDone={() => route('/integrations')}
        >
          {t('Its endpoint receives no more events. The list of its deliveries is deleted, too.')}
        </ConfirmButton>
      </div>
    </>
  );
}

const DAY_MS = 86_400_000;
const REPLAYS = [
  [1, t('the last day')],
  [7, t('the last 7 days')],
  [30, t('the last 30 days')],
] as const;

interface FormProps {
  readonly url: string;
  readonly close: () => void;
}

function ReplayForm({ url, close }: FormProps) {
  const { write, isBusy, error } = useMutation();
  const [days, setDays] = useState<number>(REPLAYS[0][0]);
  const [queued, setQueued] = useState<number>();
  if (queued !== undefined)
    return (
      <>
        <p role="status">{t('{count} events are queued. Each keeps its webhook-id.', { count: queued })}</p>
        <div class="dialog-actions">
          <button type="button" class="button button-primary" onClick={close}>
            {t('Close')}
          </button>
        </div>
      </>
    );
  const replay = async () => {
    // The API queues a limited number of events per call.
    let start: object = { since: new Date(Date.now() - days * DAY_MS).toISOString() };
    for (let sum = 0; ;) {
      const answer = await write<Schemas['Replay']>(`${url}/replay`, { method: 'POST', body: start });
      if (!answer) return;
      sum += answer.queued;
      if (answer.nextCursor === null) return setQueued(sum);
      start = { cursor: answer.nextCursor };
    }
  };
  return (
    <Form submit={t('Replay')} isBusy={isBusy} error={error} onCancel={close} onSubmit={replay}>
      <label class="field">
        {t('Send again all events of')}
        <select value={String(days)} onChange={({ currentTarget: { value } }) => setDays(Number(value))}>
          {REPLAYS.map(([value, label]) => (
            <option key={value} value={String(value)}>
              {label}
            </option>
          ))}
        </select>
        <span class="hint">
          {t('Includes events from before the webhook was created, and while it was disabled.')}
        </span>
      </label>
    </Form>
  );
}

function RotateForm({ url, close }: FormProps) {
  const { write, isBusy, error } = useMutation();
  const [secret, setSecret] = useState<string>();
  useEffect(() => (secret === undefined ? undefined : reloadAll), [secret]);
  if (secret !== undefined) return <NewSecret secret={secret} close={close} />;
  const rotate = async () => {
    const answer = await write<Schemas['RotatedWebhook']>(`${url}/rotate-secret`, {
      method: 'POST',
      reloads: false,
    });
    if (answer) setSecret(answer.secret);
  };
  return (
    <Form submit={t('Rotate')} isBusy={isBusy} error={error} onCancel={close} onSubmit={rotate}>
      <p>{t('Both the old and the new secret sign deliveries for 24 hours.')}</p>
    </Form>
  );
}

function Deliveries({ id }: { readonly id: number }) {
  const request = apiRequest(
    '/api/v1/webhooks/{webhookId}/deliveries',
    { webhookId: id },
    { limit: MAX_DELIVERIES },
  );
  const { data, error, isLoading, reload, stop } = useQuery(request, { everyMs: EVERY_MS });
  return (
    <Card
      title={t('Deliveries')}
      wide
      isLoading={isLoading}
      actions={<ExportButtons title={t('Deliveries')} url={request.url} />}
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && <LoadingState label={t('Loading deliveries')} onStop={stop} />}
      {data?.deliveries.length === 0 && (
        <EmptyState title={t('No deliveries yet')}>
          {t('Send a test event to check the endpoint.')}
        </EmptyState>
      )}
      {data && data.deliveries.length > 0 && (
        <DataTable
          label={t('Deliveries')}
          rows={data.deliveries}
          keyOf={(delivery) => delivery.id}
          columns={[
            { label: t('Event'), cell: ({ type }) => type, sortBy: ({ type }) => type },
            { label: t('State'), cell: ({ status }) => STATES[status], sortBy: ({ status }) => status },
            {
              label: t('Result'),
              cell: ({ httpStatus, problem }) => (problem ? PROBLEMS[problem] : (httpStatus ?? '–')),
            },
            {
              label: t('Attempts'),
              cell: ({ attempts }) => formatCount(attempts),
              sortBy: ({ attempts }) => attempts,
              isNumber: true,
            },
            {
              label: t('Created'),
              cell: ({ createdAt }) => <Moment at={createdAt} />,
              sortBy: ({ createdAt }) => createdAt,
            },
            {
              label: t('Next attempt'),
              cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? '–' : <Moment at={nextAttemptAt} />),
            },
          ]}
        />
      )}
    </Card>
  );
}

type Delivery = Schemas['Delivery'];

const STATES: Readonly<Record<Delivery['status'], string>> = {
  pending: t('Pending'),
  delivered: t('Delivered'),
  failed: t('Failed'),
};

const PROBLEMS: Readonly<Record<NonNullable<Delivery['problem']>, string>> = {
  name_not_found: t('Host name not found'),
  private_address: t('Private IP address'),
  unreachable: t('Unreachable'),
  timed_out: t('Timed out'),
  redirected: t('Redirected'),
  http_error: t('HTTP error'),
};
