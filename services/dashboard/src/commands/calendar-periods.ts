import { addDays } from '../view/window';

export const PERIODS = ['yesterday', 'this_month', 'last_month', 'this_year'] as const;

export type Period = (typeof PERIODS)[number];

/** The days of a calendar period, until today. */
export function datesFor(period: Period, today: string): { readonly from: string; readonly to: string } {
  const month = `${today.slice(0, 8)}01`;
  const [yesterday, monthEnd] = [addDays(today, -1), addDays(month, -1)];
  const periods = {
    yesterday: { from: yesterday, to: yesterday },
    this_month: { from: month, to: today },
    last_month: { from: `${monthEnd.slice(0, 8)}01`, to: monthEnd },
    this_year: { from: `${today.slice(0, 5)}01-01`, to: today },
  };
  return periods[period];
}
