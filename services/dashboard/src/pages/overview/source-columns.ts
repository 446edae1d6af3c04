import type { Schemas } from '@headwater/client/client';
import type { BreakdownColumn } from '../../components/breakdown-table';
import { formatPayback } from '../../format/names';
import { formatCount, formatMoney, formatPercent, formatRoas } from '../../format/numbers';
import { t } from '../../strings/text';

type Row = Schemas['Stats']['data']['breakdown'][number];
/** A row's revenue in one currency. */
export type Money = NonNullable<Row['revenue']>[number];
/** Costs of a key in one currency, with ROAS and payback. */
export type Cost = NonNullable<Schemas['Customers']['data']['breakdown'][number]['costs']>[number];

/** The sums in a currency. */
export const moneyOf = (
  sums: readonly Money[] | undefined,
  currency: string | undefined,
): Money | undefined => sums?.find((each) => each.currency === currency);

/** The columns of sources. Without a currency, those of visits only. @param costs by key. */
export function columnsOf(
  currency: string | undefined,
  costs: ReadonlyMap<string, Cost>,
): readonly BreakdownColumn<Row>[] {
  const visits: readonly BreakdownColumn<Row>[] = [
    { label: t('Visitors'), value: (row) => row.visitors, format: formatCount },
  ];
  if (currency === undefined)
    return [...visits, { label: t('Views'), value: (row) => row.pageviews, format: formatCount }];
  const money = (label: string, amountOf: (row: Row) => string | null | undefined): BreakdownColumn<Row> => ({
    label,
    value: (row) => {
      const amount = amountOf(row) ?? undefined;
      return amount === undefined ? undefined : Number(amount);
    },
    format: formatCount,
    text: (row) => {
      const amount = amountOf(row) ?? undefined;
      return amount === undefined ? '–' : formatMoney(amount, currency);
    },
  });
  return [
    ...visits,
    {
      label: t('Paying customers'),
      // Rows without a payment in this currency have no entry.
      value: (row) => row.revenue && (moneyOf(row.revenue, currency)?.customers ?? 0),
      format: formatCount,
      isWideOnly: true,
    },
    {
      label: t('Conversion rate'),
      value: (row) =>
        row.revenue && row.visitors > 0
          ? (100 * (moneyOf(row.revenue, currency)?.customers ?? 0)) / row.visitors
          : undefined,
      format: formatPercent,
    },
    money(t('Revenue'), (row) => row.revenue && (moneyOf(row.revenue, currency)?.net ?? '0')),
    {
      ...money(t('Revenue per visitor'), (row) =>
        row.revenue && row.visitors > 0 ? (moneyOf(row.revenue, currency)?.perVisitor ?? '0') : undefined,
      ),
      isWideOnly: true,
    },
    ...(costs.size > 0
      ? [
          { ...money(t('Cost'), (row) => costs.get(row.key)?.amount), isWideOnly: true },
          {
            ...money(t('ROAS'), (row) => costs.get(row.key)?.roas),
            text: ({ key }: Row) => formatRoas(costs.get(key)?.roas),
          },
          {
            label: t('Payback'),
            value: ({ key }: Row) => costs.get(key)?.paybackMonths ?? undefined,
            format: formatCount,
            text: ({ key }: Row) => formatPayback(costs.get(key)?.paybackMonths),
            isWideOnly: true,
          },
        ]
      : []),
  ];
}
