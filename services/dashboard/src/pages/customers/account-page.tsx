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
import { formatMoney, formatPercent } from '../../format/numbers';
import { WorkspacePage } from '../../shell/page';
import { ACCOUNT_STATUS_LABELS, formatChannel, formatKey } from '../../format/names';
import { t } from '../../strings/text';
import '../../style/timeline.css';

type Account = Schemas['AccountWithPayments'];

/** One account: its attribution and its timeline of visits, signup and payments. */
export function AccountPage() {
  const id = Number(exec(useLocation().path, '/customers/:id').params['id']);
  const request = apiRequest('/api/v1/accounts/{accountId}', { accountId: id });
  const { data: account, error, reload, stop } = useQuery(request);
  return (
    <WorkspacePage
      title={account?.userId ?? t('Account {id}', { id: String(id) })}
      lead={account?.company ?? ''}
      actions={
        <a class="button" href="/customers">
          {t('All customers')}
        </a>
      }
    >
      {error && <ErrorState error={error} onRetry={reload} />}
      {!account && !error && <LoadingState label={t('Loading the account')} onStop={stop} />}
      {account && (
        <div class="grid">
          <Card
            title={t('Attribution')}
            wide
            actions={<ExportButtons title={t('Account')} url={request.url} />}
          >
            <Facts account={account} />
          </Card>
          <Card title={t('Timeline')} wide>
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
    [t('Channel'), channel ? formatChannel(channel) : ACCOUNT_STATUS_LABELS[status]],
    [t('Source'), source],
    [t('Campaign'), campaign],
    [t('Landing page'), landing],
    [t('Referrer'), referrer],
    [t('Country'), country && formatKey('country', country)],
    [t('Plan'), plan],
    [t('MRR'), mrr],
    [t('First visit'), firstSeenAt && <Moment at={firstSeenAt} />],
    [t('Identified'), <Moment key="identified" at={account.identifiedAt} />],
    ...account.revenue.map(
      ({ currency, net, payments }) =>
        [
          t('Revenue, {currency}', { currency }),
          t('{net} ({count} payments)', { net: formatMoney(net, currency), count: payments }),
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
    return {
      at,
      kind: 'visit',
      text: t('Visit from {source}', { source: [formatChannel(channel), ...parts].join(' · ') }),
    };
  });
  const payments = account.payments.map(({ paymentId, occurredAt, amount, currency, type }): Entry => ({
    at: occurredAt,
    kind: 'payment',
    text: t('{type} of {amount}', { type: PAYMENT_LABELS[type], amount: formatMoney(amount, currency) }),
    end: canExplain && (
      <DialogButton
        label={t('Explain')}
        title={t('Attribution of payment {id}', { id: paymentId })}
        variant="tool"
      >
        {(close) => <Credit paymentId={paymentId} close={close} />}
      </DialogButton>
    ),
  }));
  const signup: Entry = { at: account.identifiedAt, kind: 'signup', text: t('Identified by your server') };
  const entries = [...visits, signup, ...payments].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
  return (
    <ol class="timeline" aria-label={t('Timeline, newest first')}>
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
  sale: t('Sale'),
  subscription: t('Subscription payment'),
  refund: t('Refund'),
};

/** How a linear model divides a payment among the visits before it, and the recorded attribution. */
function Credit({ paymentId, close }: { readonly paymentId: string; readonly close: () => void }) {
  const request = apiRequest('/api/v1/payments/{paymentId}/credit', { paymentId }, { model: 'linear' });
  const { data, error, reload, stop } = useQuery(request);
  return (
    <>
      {error && <ErrorState error={error} onRetry={reload} />}
      {!data && !error && <LoadingState label={t('Loading')} onStop={stop} />}
      {data && (
        <>
          <p>
            {t(
              'The linear model divides {amount} equally among the visits of the {days} days before the payment.',
              { amount: formatMoney(data.amount, data.currency), days: data.lookback },
            )}
          </p>
          {data.shares.length === 0 ? (
            <EmptyState title={t('No visits')} />
          ) : (
            <DataTable
              label={t('Shares of the payment')}
              rows={data.shares.map((share, index) => ({ ...share, index }))}
              keyOf={({ index }) => index}
              columns={[
                {
                  label: t('Channel'),
                  cell: ({ touch }) => (touch ? formatChannel(touch.channel) : t('Unattributed')),
                },
                { label: t('Source'), cell: ({ touch }) => touch?.source ?? '–' },
                { label: t('Visit'), cell: ({ touch }) => (touch?.at ? <Moment at={touch.at} /> : '–') },
                { label: t('Share'), cell: ({ share }) => formatPercent(share), isNumber: true },
                {
                  label: t('Amount'),
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
          {t('Close')}
        </button>
      </div>
    </>
  );
}
