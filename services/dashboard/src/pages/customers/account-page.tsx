import type { Schemas } from '@headwater/client/client';
import type { ComponentChildren } from 'preact';
import { exec, useLocation } from 'preact-iso/router';
import { useQuery } from '../../api/hooks';
import { apiRequest } from '../../api/request';
import { may, useSession } from '../../api/session';
import { Card } from '../../components/card';
import { DialogButton } from '../../components/forms';
import { DataTable } from '../../components/data-table';
import { EmptyState, ErrorState, LoadingState } from '../../components/states';
import { Moment } from '../../components/time';
import { ExportButtons } from '../../export/export-buttons';
import { formatCount, formatMoney, formatPercent } from '../../format/numbers';
import { WorkspacePage } from '../../shell/page';
import { ACCOUNT_STATUS_LABELS, formatKey } from '../../format/names';

type Account = Schemas['AccountWithPayments'];

/** One account: its attribution and its timeline of visits, signup and payments. */
export function AccountPage() {
  const id = Number(exec(useLocation().path, '/customers/:id').params['id']);
  const request = apiRequest('/api/v1/accounts/{accountId}', { accountId: id });
  const { data: account, error, reload, stop } = useQuery(request);
  return (
    <WorkspacePage
      title={account?.userId ?? `Account ${id}`}
      lead={account?.company ?? ''}
      actions={
        <a class="button" href="/customers">
          All customers
        </a>
      }
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!account && !error && <LoadingState label="Loading the account" onStop={stop} />}
      {account && (
        <div class="grid">
          <Card title="Attribution" wide actions={<ExportButtons title="Account" url={request.url} />}>
            <Facts account={account} />
          </Card>
          <Card title="Timeline" wide>
            <Timeline account={account} />
          </Card>
        </div>
      )}
    </WorkspacePage>
  );
}

function Facts({ account }: { readonly account: Account }) {
  const { channel, status, source, campaign, landing, referrer, country, plan, mrr, firstSeenAt } = account;
  const facts: readonly (readonly [label: string, value: ComponentChildren])[] = [
    ['Channel', channel ?? ACCOUNT_STATUS_LABELS[status]],
    ['Source', source],
    ['Campaign', campaign],
    ['Landing page', landing],
    ['Referrer', referrer],
    ['Country', country && formatKey('country', country)],
    ['Plan', plan],
    ['MRR', mrr],
    ['First visit', firstSeenAt && <Moment at={firstSeenAt} />],
    ['Identified', <Moment key="identified" at={account.identifiedAt} />],
    ...account.revenue.map(
      ({ currency, net, payments }) =>
        [
          `Revenue, ${currency}`,
          `${formatMoney(net, currency)} (${formatCount(payments)} ${payments === 1 ? 'payment' : 'payments'})`,
        ] as const,
    ),
  ];
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** An entry of the timeline. */
interface Entry {
  readonly at: string;
  readonly kind: 'visit' | 'signup' | 'payment';
  readonly text: ComponentChildren;
  readonly end?: ComponentChildren;
}

/** Visits, signup and payments, newest first. */
function Timeline({ account }: { readonly account: Account }) {
  const canExplain = may(useSession(), 'payments');
  const visits = account.touches.map(({ at, channel, source, campaign, landing }): Entry => {
    const parts = [source, campaign, landing].filter((part) => part !== null);
    return { at, kind: 'visit', text: `Visit from ${[channel, ...parts].join(' · ')}` };
  });
  const payments = account.payments.map(({ paymentId, occurredAt, amount, currency, type }): Entry => ({
    at: occurredAt,
    kind: 'payment',
    text: `${PAYMENT_LABELS[type]} of ${formatMoney(amount, currency)}`,
    end: canExplain && (
      <DialogButton label="Explain" title={`Attribution of payment ${paymentId}`} variant="tool">
        {(close) => <Credit paymentId={paymentId} close={close} />}
      </DialogButton>
    ),
  }));
  const signup: Entry = { at: account.identifiedAt, kind: 'signup', text: 'Identified by your server' };
  const entries = [...visits, signup, ...payments].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <ol class="timeline" aria-label="Timeline, newest first">
      {entries.map(({ at, kind, text, end }, index) => (
        <li key={`${at} ${index}`} class={`timeline-${kind}`}>
          <Moment at={at} />
          <span class="timeline-text">{text}</span>
          {end}
        </li>
      ))}
    </ol>
  );
}

const PAYMENT_LABELS: Readonly<Record<Account['payments'][number]['type'], string>> = {
  sale: 'Sale',
  subscription: 'Subscription payment',
  refund: 'Refund',
};

/** How a linear model divides a payment among the visits before it, and the recorded attribution. */
function Credit({ paymentId, close }: { readonly paymentId: string; readonly close: () => void }) {
  const request = apiRequest('/api/v1/payments/{paymentId}/credit', { paymentId }, { model: 'linear' });
  const { data, error, reload, stop } = useQuery(request);
  return (
    <>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && <LoadingState label="Loading" onStop={stop} />}
      {data && (
        <>
          <p>{`The linear model divides ${formatMoney(data.amount, data.currency)} equally among the visits of the ${formatCount(data.lookback)} days before the payment.`}</p>
          {data.shares.length === 0 ? (
            <EmptyState title="No visits" />
          ) : (
            <DataTable
              label="Shares of the payment"
              rows={data.shares.map((share, index) => ({ ...share, index }))}
              keyOf={({ index }) => index}
              columns={[
                { label: 'Channel', cell: ({ touch }) => touch?.channel ?? 'Unattributed' },
                { label: 'Source', cell: ({ touch }) => touch?.source ?? '–' },
                { label: 'Visit', cell: ({ touch }) => (touch?.at ? <Moment at={touch.at} /> : '–') },
                { label: 'Share', cell: ({ share }) => formatPercent(share), isNumber: true },
                {
                  label: 'Amount',
                  cell: ({ amount }) => formatMoney(amount, data.currency),
                  isNumber: true,
                },
              ]}
            />
          )}
        </>
      )}
      <div class="dialog-actions">
        <button type="button" class="button button-primary" onClick={close}>
          Close
        </button>
      </div>
    </>
  );
}
