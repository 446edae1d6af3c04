import { bucketsOf } from '@headwater/kit/calendar/buckets';
import { parseCalendarDate } from '@headwater/kit/calendar/calendar-date';
import { resolveWindow } from '@headwater/kit/calendar/window';
import type { Grain } from '@headwater/protos/vocabulary';
import type { PaymentType } from '../src/domain/payment';

/** A generated payment. */
export interface Paid {
  readonly who: string;
  readonly minor: number;
  readonly type: PaymentType;
  readonly currency: string;
  readonly atMs: number;
}

interface Frame {
  readonly zone: string;
  readonly grain: Grain;
  readonly from: string;
  readonly to: string;
  /** By payer. */
  readonly channels: Readonly<Record<string, string | undefined>>;
}

/** The expected revenue by channel, computed naively: every number loops over all payments. */
export function naiveRevenue(all: readonly Paid[], { zone, grain, from, to, channels }: Frame) {
  const dates = { from: parseCalendarDate(from) ?? NaN, to: parseCalendarDate(to) ?? NaN };
  const window = resolveWindow({ kind: 'dates', ...dates }, zone, 0);
  const { startMs, endMs } = window;
  const rows = all.filter(({ atMs }) => atMs >= startMs && atMs < endMs);
  const buckets = bucketsOf(window, grain);
  return [...new Set(rows.map(({ currency }) => currency))].sort().map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const money = (minor: number): string =>
      currency === 'JPY' ? String(minor) : (minor / 100).toFixed(2).replace(/^-(0\.00)$/, '$1');
    const sums = (some: readonly Paid[]) => {
      const paid = some.filter(({ type }) => type !== 'refund');
      const gross = total(paid);
      const refunds = total(some) - gross;
      return {
        gross: money(gross),
        refunds: money(refunds),
        net: money(gross - refunds),
        payments: paid.length,
        customers: new Set(paid.map(({ who }) => who)).size,
        order: gross - refunds,
      };
    };
    const { order: _, ...totals } = sums(own);
    const keyOf = ({ who }: Paid): string => channels[who] ?? '(none)';
    return {
      currency,
      ...totals,
      unattributed: sums(own.filter((row) => keyOf(row) === '(none)')).net,
      series: buckets.map(({ key: bucket, startMs: start }, i) => {
        const end = buckets[i + 1]?.startMs ?? endMs;
        const { net, payments } = sums(own.filter(({ atMs }) => atMs >= start && atMs < end));
        return { bucket, net, payments };
      }),
      breakdown: [...new Set(own.map(keyOf))]
        .map((key) => ({ key, ...sums(own.filter((row) => keyOf(row) === key)) }))
        .sort((a, b) => b.order - a.order || (a.key < b.key ? -1 : 1))
        .map(({ order: _order, ...row }) => row),
    };
  });
}

function total(rows: readonly Paid[]): number {
  return rows.reduce((sum, { minor }) => sum + minor, 0);
}
