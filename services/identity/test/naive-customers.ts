/** A generated account. */
export interface NaiveAccount {
  readonly email: string;
  readonly plan: string;
  readonly channel: string | undefined;
  /** Whether the account has a link that may still be resolved. */
  /** The link of an account without a channel. An expired one is too old for a visit. */
  readonly link: 'none' | 'open' | 'expired';
  readonly mrr: number;
  /** Unix milliseconds. */
  readonly identifiedAtMs: number;
  readonly payments: readonly NaivePayment[];
  /** Sessions after the recorded one, if the account has a channel. */
  readonly touches: readonly { readonly atMs: number; readonly channel: string }[];
}

export interface NaivePayment {
  readonly paymentId: string;
  readonly currency: string;
  readonly minor: number;
  readonly type: 'sale' | 'refund' | 'subscription';
  /** Unix milliseconds. */
  readonly atMs: number;
}

const DECIMALS: Readonly<Record<string, number>> = { EUR: 2, JPY: 0 };

/** Minor units as a decimal string of major units. */
export function money(minor: number, currency: string): string {
  const decimals = DECIMALS[currency] ?? 2;
  return (minor / 10 ** decimals).toFixed(decimals).replace(/^-(0(?:\.0+)?)$/, '$1');
}

const signed = ({ type, minor }: NaivePayment): number => (type === 'refund' ? -minor : minor);
const total = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/** The expected sums of some accounts: every number loops over all payments. */
export function naiveSums(accounts: readonly NaiveAccount[]) {
  const all = accounts.flatMap(({ payments }) => payments);
  const currencies = [...new Set(all.map(({ currency }) => currency))].sort();
  return {
    customers: accounts.length,
    paying: accounts.filter(({ payments }) =>
      currencies.some(
        (currency) => total(payments.filter((each) => each.currency === currency).map(signed)) > 0,
      ),
    ).length,
    mrr: String(total(accounts.map(({ mrr }) => mrr))),
    revenue: currencies.map((currency) => {
      const own = all.filter((each) => each.currency === currency);
      const gross = total(own.filter(({ type }) => type !== 'refund').map(({ minor }) => minor));
      const net = total(own.map(signed));
      return {
        currency,
        gross: money(gross, currency),
        refunds: money(gross - net, currency),
        net: money(net, currency),
      };
    }),
  };
}

const monthOf = (ms: number): number => {
  const date = new Date(ms);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

/** The expected net revenue by month of identification, in UTC: cohort, key, and the net of each period until `nowMs`. */
export function naiveCohorts(accounts: readonly NaiveAccount[], currency: string, nowMs: number) {
  const keyOf = ({ channel }: NaiveAccount): string => channel ?? '(none)';
  const ids = new Map(
    accounts.map((account) => [`${monthOf(account.identifiedAtMs)} ${keyOf(account)}`, account]),
  );
  return [...ids.values()].map((first) => {
    const month = monthOf(first.identifiedAtMs);
    const own = accounts.filter(
      (each) => monthOf(each.identifiedAtMs) === month && keyOf(each) === keyOf(first),
    );
    const periods = Array.from({ length: monthOf(nowMs) - month + 1 }, (_, period) =>
      total(
        own
          .flatMap(({ payments }) => payments)
          .filter((each) => each.currency === currency && Math.max(monthOf(each.atMs) - month, 0) === period)
          .map(signed),
      ),
    );
    return {
      cohort: new Date(first.identifiedAtMs).toISOString().slice(0, 7),
      key: keyOf(first),
      customers: own.length,
      values: periods.map((minor) => money(minor, currency)),
    };
  });
}
