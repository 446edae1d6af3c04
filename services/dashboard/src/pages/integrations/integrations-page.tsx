import type { Schemas } from '@headwater/client/client';
import { useState } from 'preact/hooks';
import { useMutation, useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { Card } from '../../components/card';
import { CopyButton } from '../../components/copy-button';
import { DataTable } from '../../components/data-table';
import { ConfirmButton, DialogButton, Form } from '../../components/forms';
import { ErrorState, LoadingState } from '../../components/states';
import { Moment } from '../../components/time';
import { ExportButtons } from '../../export/export-buttons';
import { formatCount } from '../../format/numbers';
import { WorkspacePage } from '../../shell/page';
import { WebhooksCard } from './webhooks-card';

/** Stripe, which reports payments, and the webhooks that send events to other systems. */
export function IntegrationsPage() {
  return (
    <WorkspacePage title="Integrations" lead="Stripe reports payments. Webhooks send events to your systems.">
      <div class="grid">
        <StripeCard />
        <WebhooksCard />
      </div>
    </WorkspacePage>
  );
}

/** A short interval: users wait here for the first event of Stripe. */
const EVERY_MS = 5_000;

/** The event types that `services/gateway/STRIPE.md` describes. */
const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'invoice.paid',
  'payment_intent.succeeded',
  'invoice_payment.paid',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
  'charge.dispute.funds_reinstated',
  'customer.created',
  'customer.updated',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
] as const;

/** The connection to Stripe: its endpoint, its last event, and its signing secret. */
function StripeCard() {
  const request = apiRequest('/api/v1/integrations/{provider}', { provider: 'stripe' });
  const { data: stripe, error, isLoading, reload, stop } = useQuery(request, { everyMs: EVERY_MS });
  return (
    <Card
      title="Stripe"
      wide
      isLoading={isLoading}
      actions={<ExportButtons title="Stripe" url={request.url} />}
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!stripe && !error && <LoadingState label="Loading" onStop={stop} />}
      {stripe && (
        <>
          <Connection stripe={stripe} />
          <div class="card-foot">
            {stripe.configured && (
              <ConfirmButton
                label="Disconnect"
                icon="close"
                variant="tool"
                title="Disconnect Stripe?"
                method="DELETE"
                url="/api/v1/integrations/stripe"
              >
                Events of Stripe are then refused. Recorded payments are kept.
              </ConfirmButton>
            )}
            <DialogButton
              label={stripe.configured ? 'Change the signing secret' : 'Connect Stripe'}
              title={stripe.configured ? 'Change the signing secret' : 'Connect Stripe'}
              variant={stripe.configured ? 'plain' : 'primary'}
            >
              {(close) => <SecretForm webhookPath={stripe.webhookPath} close={close} />}
            </DialogButton>
          </div>
        </>
      )}
    </Card>
  );
}

function Connection({ stripe }: { readonly stripe: Schemas['PaymentIntegration'] }) {
  const { configured, since, lastEvent, lastError, ignored } = stripe;
  if (!configured) return <p>Not connected. Connect Stripe to record payments, refunds and subscriptions.</p>;
  return (
    <>
      <dl class="facts">
        <div>
          <dt>State</dt>
          <dd>{lastEvent ? 'Connected' : 'Waiting for the first event'}</dd>
        </div>
        {since !== null && (
          <div>
            <dt>Signing secret set</dt>
            <dd>
              <Moment at={since} />
            </dd>
          </div>
        )}
        {lastEvent && (
          <div>
            <dt>Last event</dt>
            <dd>
              {`${lastEvent.type}: ${lastEvent.result}, `}
              <Moment at={lastEvent.at} />
            </dd>
          </div>
        )}
        {lastError && (
          <div>
            <dt>Last error</dt>
            <dd>
              {`${lastError.code}, `}
              <Moment at={lastError.at} />
            </dd>
          </div>
        )}
      </dl>
      {ignored.length > 0 && (
        <DataTable
          label="Ignored events"
          rows={ignored}
          keyOf={({ type }) => type}
          columns={[
            { label: 'Ignored event', cell: ({ type }) => type, sortBy: ({ type }) => type },
            {
              label: 'Events',
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

/** The endpoint for the Stripe dashboard, and the form for its signing secret. */
function SecretForm({ webhookPath, close }: { readonly webhookPath: string; readonly close: () => void }) {
  const { write, isBusy, error } = useMutation();
  const [secret, setSecret] = useState('');
  const url = `${location.origin}${webhookPath}`;
  const save = async () => {
    const body = { signing_secret: secret.trim() };
    if (await write('/api/v1/integrations/stripe', { method: 'PUT', body })) close();
  };
  return (
    <Form submit="Save" isBusy={isBusy} error={error} onCancel={close} onSubmit={save}>
      <p>1. In the Stripe dashboard, add a webhook endpoint with this URL. Keep the URL secret.</p>
      <div class="code-block">
        <pre tabIndex={0}>
          <code>{url}</code>
        </pre>
        <CopyButton text={url} />
      </div>
      <p>2. Select these events:</p>
      <ul class="scopes">
        {EVENT_TYPES.map((type) => (
          <li key={type}>
            <code>{type}</code>
          </li>
        ))}
      </ul>
      <label class="field">
        3. Signing secret of the endpoint
        <input
          type="password"
          required
          autocomplete="off"
          placeholder="whsec_…"
          value={secret}
          onInput={({ currentTarget: { value } }) => setSecret(value)}
        />
        <span class="hint">It is stored encrypted and never shown again.</span>
      </label>
    </Form>
  );
}
