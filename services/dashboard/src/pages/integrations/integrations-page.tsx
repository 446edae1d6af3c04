import type { Schemas } from '@headwater/client/client';
import { useState } from 'preact/hooks';
import { useMutation, useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { Card } from '../../components/card';
import { CodeBlock } from '../../components/copy-button';
import { DataTable } from '../../components/data-table';
import { ConfirmButton, DialogButton, Form } from '../../components/forms';
import { ErrorState, LoadingState } from '../../components/states';
import { Moment } from '../../components/time';
import { ExportButtons } from '../../export/export-buttons';
import { formatCount } from '../../format/numbers';
import { WorkspacePage } from '../../shell/page';
import { rich, t } from '../../strings/text';
import { PROVIDERS, type Provider } from './providers';
import { WebhooksCard } from './webhooks-card';

/** Payment providers, which report payments, and the webhooks that send events to other systems. */
export function IntegrationsPage() {
  return (
    <WorkspacePage
      title={t('Integrations')}
      lead={t('Payment providers report payments. Webhooks send events to your systems.')}
    >
      <div class="grid">
        {PROVIDERS.map((provider) => (
          <ProviderCard key={provider.name} provider={provider} />
        ))}
        <WebhooksCard />
      </div>
    </WorkspacePage>
  );
}

/** A short interval: users wait here for the first event. */
const EVERY_MS = 5_000;

interface Props {
  readonly provider: Provider;
}

/** The connection to a payment provider: its last event, its endpoint and its signing secret. */
function ProviderCard({ provider }: Props) {
  const { name, label, visitorField } = provider;
  const request = apiRequest('/api/v1/integrations/{provider}', { provider: name });
  const { data, error, isLoading, reload, stop } = useQuery(request, {
    everyMs: EVERY_MS,
    until: ({ configured }) => !configured,
  });
  return (
    <Card title={label} isLoading={isLoading} actions={<ExportButtons title={label} url={request.url} />}>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && <LoadingState label={t('Loading')} onStop={stop} />}
      {data && (
        <>
          <Connection label={label} state={data} />
          <p class="fine after">
            {rich('To link a visitor without an identify call, send {id} with the checkout as {field}.', {
              id: <code>{'headwater.ref'}</code>,
              field: <code>{visitorField}</code>,
            })}
          </p>
          <div class="card-foot">
            {data.configured && (
              <ConfirmButton
                label={t('Disconnect')}
                icon="close"
                variant="tool"
                title={t('Disconnect {provider}?', { provider: label })}
                method="DELETE"
                url={request.url}
              >
                {t('Events of {provider} are then refused. Recorded payments are kept.', { provider: label })}
              </ConfirmButton>
            )}
            <DialogButton
              label={
                data.configured
                  ? t('Change the signing secret')
                  : t('Connect {provider}', { provider: label })
              }
              title={
                data.configured
                  ? t('Change the signing secret')
                  : t('Connect {provider}', { provider: label })
              }
              variant={data.configured ? 'plain' : 'primary'}
            >
              {(close) => (
                <SecretForm
                  provider={provider}
                  path={request.url}
                  webhookPath={data.webhookPath}
                  close={close}
                />
              )}
            </DialogButton>
          </div>
        </>
      )}
    </Card>
  );
}

interface ConnectionProps {
  readonly label: string;
  readonly state: Schemas['PaymentIntegration'];
}

function Connection({ label, state }: ConnectionProps) {
  const { configured, since, lastEvent, lastError, ignored } = state;
  if (!configured)
    return (
      <p>
        {t('Not connected. Connect {provider} to record payments, refunds and subscriptions.', {
          provider: label,
        })}
      </p>
    );
  return (
    <>
      <dl class="facts">
        <div>
          <dt>{t('State')}</dt>
          <dd>{lastEvent ? t('Connected') : t('Waiting for the first event')}</dd>
        </div>
        {since !== null && (
          <div>
            <dt>{t('Signing secret set')}</dt>
            <dd>
              <Moment at={since} />
            </dd>
          </div>
        )}
        {lastEvent && (
          <div>
            <dt>{t('Last event')}</dt>
            <dd>
              {`${lastEvent.type}: ${lastEvent.result}, `}
              <Moment at={lastEvent.at} />
            </dd>
          </div>
        )}
        {lastError && (
          <div>
            <dt>{t('Last error')}</dt>
            <dd>
              {`${lastError.code}, `}
              <Moment at={lastError.at} />
            </dd>
          </div>
        )}
      </dl>
      {ignored.length > 0 && (
        <DataTable
          label={t('Ignored events of {provider}', { provider: label })}
          rows={ignored}
          keyOf={({ type }) => type}
          columns={[
            { label: t('Ignored event'), cell: ({ type }) => type, sortBy: ({ type }) => type },
            {
              label: t('Events'),
              cell: ({ events }) => formatCount(events),
              sortBy: ({ events }) => events,
              isNumber: true,
            },
          ]}
        />
      )}
    </>
  );
}

interface SecretFormProps {
  readonly provider: Provider;
  /** Of the integration in the API. */
  readonly path: string;
  readonly webhookPath: string;
  readonly close: () => void;
}

/** The endpoint for the provider's dashboard, and the form for its signing secret. */
function SecretForm({ provider, path, webhookPath, close }: SecretFormProps) {
  const { write, isBusy, error } = useMutation();
  const [secret, setSecret] = useState('');
  const url = `${location.origin}${webhookPath}`;
  const save = async () => {
    const body = { signing_secret: secret.trim() };
    if (await write(path, { method: 'PUT', body })) close();
  };
  return (
    <Form submit={t('Save')} isBusy={isBusy} error={error} onCancel={close} onSubmit={save}>
      <p>
        {t('1. In the {provider} dashboard, open {menu}, and enter this URL. Keep it secret.', {
          provider: provider.label,
          menu: provider.menu,
        })}
      </p>
      <CodeBlock text={url} />
      <p>{t('2. Select these events:')}</p>
      <ul class="scopes">
        {provider.eventTypes.map((type) => (
          <li key={type}>
            <code>{type}</code>
          </li>
        ))}
      </ul>
      <label class="field">
        {`3. ${provider.secret.label}`}
        <input
          type="password"
          required
          autocomplete="off"
          placeholder={provider.secret.placeholder}
          value={secret}
          onInput={({ currentTarget: { value } }) => setSecret(value)}
        />
        <span class="hint">
          {provider.secret.hint && `${provider.secret.hint} `}
          {t('It is stored encrypted and never shown again.')}
        </span>
      </label>
    </Form>
  );
}
