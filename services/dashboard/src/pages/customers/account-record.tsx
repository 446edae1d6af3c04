import type { Schemas } from '@headwater/client/client';
import { DataTable } from '../../components/data-table';
import { EmptyState } from '../../components/states';
import { Moment } from '../../components/time';
import { formatChannel } from '../../format/names';
import { formatCount, formatMoney } from '../../format/numbers';
import { t } from '../../strings/text';

type Record = Schemas['AccountAttribution'];

const PAYMENT_TYPES: { readonly [Type in Record['latestPayments'][number]['type']]: string } = {
  sale: t('sale'),
  subscription: t('subscription'),
  refund: t('refund'),
};

/** The recorded attribution, later visits and payments of an account. */
export function AccountRecord({ record }: { readonly record: Record }) {
  if (!record.found)
    return (
      <EmptyState title={t('Account not found')}>
        {t('Your server creates accounts with identify calls, usually at signup.')}
      </EmptyState>
    );
  return (
    <div class="record">
      <FirstTouch record={record} />
      {record.latestPayments.length > 0 && (
        <DataTable
          label={t('Newest payments')}
          rows={record.latestPayments}
          keyOf={(payment) => payment.payment_id}
          columns={[
            { label: t('Payment'), cell: ({ payment_id }) => payment_id },
            { label: t('Type'), cell: ({ type }) => PAYMENT_TYPES[type] },
            { label: t('When'), cell: ({ occurredAt }) => <Moment at={occurredAt} /> },
            {
              label: t('Amount'),
              cell: ({ amount, currency }) => formatMoney(amount, currency),
              isNumber: true,
            },
          ]}
        />
      )}
      {record.laterTouches.length > 0 && (
        <DataTable
          label={t('Later visits')}
          rows={record.laterTouches.map((touch, index) => ({ ...touch, index }))}
          keyOf={({ index }) => index}
          columns={[
            { label: t('Later visit'), cell: ({ at }) => <Moment at={at} /> },
            { label: t('Channel'), cell: ({ channel }) => formatChannel(channel) },
            { label: t('Source'), cell: ({ source }) => source },
            { label: t('Landing page'), cell: ({ landing }) => landing },
          ]}
        />
      )}
      {record.laterTouchCount > record.laterTouches.length && (
        <p class="fine">{t('{count} later visits in total.', { count: record.laterTouchCount })}</p>
      )}
    </div>
  );
}

function FirstTouch({ record }: { readonly record: Record }) {
  return (
    <dl class="facts">
      <Fact
        label={t('Channel')}
        value={
          (record.channel && formatChannel(record.channel)) ??
          (record.pendingVisitors > 0 ? t('Pending') : t('None'))
        }
      />
      <Fact label={t('Source')} value={record.source} />
      <Fact label={t('Campaign')} value={record.campaign} />
      <Fact label={t('Landing page')} value={record.landing} />
      <Fact label={t('Referrer')} value={record.referrer} />
      {record.firstSeenAt !== undefined && (
        <div>
          <dt>{t('First seen')}</dt>
          <dd>
            <Moment at={record.firstSeenAt} />
          </dd>
        </div>
      )}
      <Fact label={t('Linked visitors')} value={formatCount(record.visitors)} />
      {record.revenue.map(({ currency, net, payments }) => (
        <Fact
          key={currency}
          label={t('Paid, {currency}', { currency })}
          value={t('{net} in {count} payments', { net: formatMoney(net, currency), count: payments })}
        />
      ))}
    </dl>
  );
}

function Fact({ label, value }: { readonly label: string; readonly value: string | undefined }) {
  if (value === undefined || value === '') return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
