import type { Schemas } from '@headwater/client/client';
import { DataTable } from '../../components/data-table';
import { EmptyState } from '../../components/states';
import { Moment } from '../../components/time';
import { formatCount, formatMoney } from '../../format/numbers';

type Record = Schemas['AccountAttribution'];

/** The recorded attribution, later visits and payments of an account. */
export function AccountRecord({ record }: { readonly record: Record }) {
  if (!record.found)
    return (
      <EmptyState title="Account not found">
        Your server creates accounts with identify calls, usually at signup.
      </EmptyState>
    );
  return (
    <div class="record">
      <FirstTouch record={record} />
      {record.latestPayments.length > 0 && (
        <DataTable
          label="Newest payments"
          rows={record.latestPayments}
          keyOf={(payment) => payment.payment_id}
          columns={[
            { label: 'Payment', cell: ({ payment_id }) => payment_id },
            { label: 'Type', cell: ({ type }) => type },
            { label: 'When', cell: ({ occurredAt }) => <Moment at={occurredAt} /> },
            {
              label: 'Amount',
              cell: ({ amount, currency }) => formatMoney(amount, currency),
              isNumber: true,
            },
          ]}
        />
      )}
      {record.laterTouches.length > 0 && (
        <DataTable
          label="Later visits"
          rows={record.laterTouches.map((touch, index) => ({ ...touch, index }))}
          keyOf={({ index }) => index}
          columns={[
            { label: 'Later visit', cell: ({ at }) => <Moment at={at} /> },
            { label: 'Channel', cell: ({ channel }) => channel },
            { label: 'Source', cell: ({ source }) => source },
            { label: 'Landing page', cell: ({ landing }) => landing },
          ]}
        />
      )}
      {record.laterTouchCount > record.laterTouches.length && (
        <p class="fine">{`${formatCount(record.laterTouchCount)} later visits in total.`}</p>
      )}
    </div>
  );
}

function FirstTouch({ record }: { readonly record: Record }) {
  return (
    <dl class="facts">
      <Fact label="Channel" value={record.channel ?? (record.pendingVisitors > 0 ? 'Pending' : 'None')} />
      <Fact label="Source" value={record.source} />
      <Fact label="Campaign" value={record.campaign} />
      <Fact label="Landing page" value={record.landing} />
      <Fact label="Referrer" value={record.referrer} />
      {record.firstSeenAt !== undefined && (
        <div>
          <dt>First seen</dt>
          <dd>
            <Moment at={record.firstSeenAt} />
          </dd>
        </div>
      )}
      <Fact label="Linked visitors" value={formatCount(record.visitors)} />
      {record.revenue.map(({ currency, net, payments }) => (
        <Fact
          key={currency}
          label={`Paid, ${currency}`}
          value={`${formatMoney(net, currency)} in ${formatCount(payments)} payments`}
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
