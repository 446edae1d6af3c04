import type { Schemas } from '@headwater/client/client';
import { WEBHOOK_EVENT_TYPES } from '@headwater/protos/webhook-events';
import { useState } from 'preact/hooks';
import { useMutation, useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { Card } from '../../components/card';
import { CodeBlock } from '../../components/copy-button';
import { DataTable } from '../../components/data-table';
import { DialogButton, Form } from '../../components/forms';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { Moment } from '../../components/time';
import { ExportButtons } from '../../export/export-buttons';
import { t } from '../../strings/text';

type Webhook = Schemas['Webhook'];

/** `Active`, `Paused`, or why a webhook was disabled. */
export function stateOfWebhook({ status, disabledReason, failingSince }: Webhook): string {
  if (status === 'active') return failingSince === null ? t('Active') : t('Failing');
  if (disabledReason === 'failing') return t('Disabled: all deliveries failed for three days');
  return disabledReason === 'gone' ? t('Disabled: the endpoint returned 410') : t('Paused');
}

/** The webhooks of the workspace. */
export function WebhooksCard() {
  const request = apiRequest('/api/v1/webhooks', {});
  const { data, error, isLoading, reload, stop } = useQuery(request);
  return (
    <Card
      title={t('Webhooks')}
      wide
      isLoading={isLoading}
      actions={<ExportButtons title={t('Webhooks')} url={request.url} />}
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && <LoadingState label={t('Loading webhooks')} onStop={stop} />}
      {data?.webhooks.length === 0 && (
        <EmptyState title={t('No webhooks yet')}>
          {t('A webhook sends events, such as attributed payments, to your HTTPS endpoint.')}
        </EmptyState>
      )}
      {data && data.webhooks.length > 0 && (
        <DataTable
          label={t('Webhooks')}
          rows={data.webhooks}
          keyOf={({ id }) => id}
          columns={[
            {
              label: t('Endpoint'),
              cell: ({ id, url }) => <a href={`/integrations/webhooks/${id}`}>{url}</a>,
              sortBy: ({ url }) => url,
            },
            { label: t('Description'), cell: ({ description }) => description },
            { label: t('Events'), cell: ({ events }) => events.join(', ') },
            { label: t('State'), cell: stateOfWebhook, sortBy: stateOfWebhook },
            {
              label: t('Created'),
              cell: ({ createdAt }) => <Moment at={createdAt} />,
              sortBy: ({ createdAt }) => createdAt,
            },
          ]}
        />
      )}
      <div class="card-foot">
        <DialogButton label={t('New webhook')} icon="plus" title={t('New webhook')} variant="primary">
          {(close) => <WebhookForm close={close} />}
        </DialogButton>
      </div>
    </Card>
  );
}

function WebhookForm({ close }: { readonly close: () => void }) {
  const { write, isBusy, error } = useMutation();
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [events, setEvents] = useState<readonly string[]>(['payment.attributed']);
  const [secret, setSecret] = useState<string>();
  if (secret !== undefined) return <NewSecret secret={secret} close={close} />;
  const create = async () => {
    const body = { url: url.trim(), description: description.trim(), events };
    const made = await write<Schemas['CreatedWebhook']>('/api/v1/webhooks', { method: 'POST', body });
    if (made) setSecret(made.secret);
  };
  return (
    <Form submit={t('Create webhook')} isBusy={isBusy} error={error} onCancel={close} onSubmit={create}>
      <label class="field">
        {t('Endpoint URL')}
        <input
          type="url"
          required
          placeholder="https://hooks.example/headwater"
          value={url}
          onInput={({ currentTarget: { value } }) => setUrl(value)}
        />
        <span class="hint">{t('HTTPS. It must return 2xx within 10 seconds.')}</span>
      </label>
      <label class="field">
        {t('Description')}
        <input value={description} onInput={({ currentTarget: { value } }) => setDescription(value)} />
      </label>
      <fieldset class="checks">
        <legend>{t('Events')}</legend>
        {WEBHOOK_EVENT_TYPES.map((type) => (
          <label key={type} class="check">
            <input
              type="checkbox"
              checked={events.includes(type)}
              onChange={({ currentTarget: { checked } }) =>
                setEvents(checked ? [...events, type] : events.filter((each) => each !== type))
              }
            />
            <code>{type}</code>
          </label>
        ))}
      </fieldset>
    </Form>
  );
}

/** A signing secret, which is shown only once. */
export function NewSecret({ secret, close }: { readonly secret: string; readonly close: () => void }) {
  return (
    <>
      <p>{t('Your endpoint verifies the signature with this secret. It is shown only once.')}</p>
      <CodeBlock text={secret} />
      <div class="dialog-actions">
        <button type="button" class="button button-primary" onClick={close}>
          {t('I have stored it')}
        </button>
      </div>
    </>
  );
}
