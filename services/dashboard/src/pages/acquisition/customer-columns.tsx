import type { Schemas } from '@headwater/client/client';
import type { DataColumn } from '../../components/data-table';
import type { Table } from '../../export/export-buttons';
import { formatPayback } from '../../format/names';
import { formatCount, formatDecimal, formatMoney, formatRoas } from '../../format/numbers';
import { t } from '../../strings/text';

export type Row = Schemas['Customers']['data']['breakdown'][number];

const sumsOf = (row: Row, currency: string | undefined) =>
  row.revenue.find((each) => each.currency === currency);
/** Revenue to date for each customer, paying or not, like CAC. */
const perCustomer = (row: Row, currency: string | undefined): string | undefined => {
  const net = sumsOf(row, currency)?.net ?? '0';
  return row.customers === 0 ? undefined : (Number(net) / row.customers).toFixed(2);
};
const costOf = (row: Row, currency: string | undefined) =>
  row.costs?.find((each) => each.currency === currency) ??
  // Costs of a workspace without payments.
  (currency === undefined ? row.costs?.[0] : undefined);

/** Customers, revenue and, if some are known, costs. */
export function customerColumns(
  rows: readonly Row[],
  currency: string | undefined,
): readonly DataColumn<Row>[] {
  const hasCosts = rows.some((row) => costOf(row, currency));
  const number = (
    label: string,
    valueOf: (row: Row) => string | number | null | undefined,
    cell: (row: Row) => string,
  ): DataColumn<Row> => ({
    label,
    isNumber: true,
    cell,
    sortBy: (row) => {
      const value = valueOf(row);
      return value === null || value === undefined ? null : Number(value);
    },
  });
  const money = (amount: string | null | undefined, of: string | undefined): string =>
    amount === null || amount === undefined || of === undefined ? '–' : formatMoney(amount, of);
  return [
    number(
      t('Customers'),
      (row) => row.customers,
      (row) => formatCount(row.customers),
    ),
    number(
      t('Paying customers'),
      (row) => row.paying,
      (row) => formatCount(row.paying),
    ),
    number(
      t('MRR'),
      (row) => row.mrr,
      (row) => formatDecimal(row.mrr),
    ),
    number(
      t('Revenue'),
      (row) => sumsOf(row, currency)?.net ?? 0,
      (row) => money(sumsOf(row, currency)?.net ?? '0', currency),
    ),
    number(
      t('Per customer'),
      (row) => perCustomer(row, currency),
      (row) => money(perCustomer(row, currency), currency),
    ),
    ...(hasCosts
      ? [
          number(
            t('Cost'),
            (row) => costOf(row, currency)?.amount,
            (row) => money(costOf(row, currency)?.amount, costOf(row, currency)?.currency),
          ),
          number(
            t('CAC'),
            (row) => costOf(row, currency)?.cac,
            (row) => money(costOf(row, currency)?.cac, costOf(row, currency)?.currency),
          ),
          number(
            t('ROAS'),
            (row) => costOf(row, currency)?.roas,
            (row) => formatRoas(costOf(row, currency)?.roas),
          ),
          number(
            t('Payback'),
            (row) => costOf(row, currency)?.paybackMonths,
            (row) => formatPayback(costOf(row, currency)?.paybackMonths),
          ),
        ]
      : []),
  ];
}

/** The table that is exported. */
export const tableOf = (name: string, rows: readonly Row[], currency: string | undefined): Table => ({
  columns: [
    name,
    t('Customers'),
    t('Paying customers'),
    t('MRR'),
    t('Revenue {currency}', { currency: currency ?? '' }),
    t('Per customer'),
    t('Cost'),
    t('CAC'),
    t('ROAS'),
    t('Payback'),
  ],
  rows: rows.map((row) => {
    const cost = costOf(row, currency);
    return [
      ...[row.key, row.customers, row.paying, row.mrr, sumsOf(row, currency)?.net ?? null],
      perCustomer(row, currency) ?? null,
      ...[cost?.amount ?? null, cost?.cac ?? null, cost?.roas ?? null, cost?.paybackMonths ?? null],
    ];
  }),
});
