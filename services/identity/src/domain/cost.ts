import { formatCalendarDate, parseCalendarDate } from '@headwater/kit/calendar/calendar-date';
import type { FieldError } from '@headwater/kit/errors';
import { containsToken } from '@headwater/protos/tokens';
import { containsEmailAddress } from '@headwater/protos/visitor-id';
import { CHANNELS } from '@headwater/protos/vocabulary';
import { CURRENCY_DECIMALS, decimalsOf, formatAmount, parseAmount, parseCurrency } from './money';
import { accepted, refused, type Parsed } from './parsed';
import { textProblem } from './parse-text';

/** A cost of acquisition on one day. */
export interface Cost {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** Empty: not known, like `source` and `campaign`. */
  readonly channel: string;
  readonly source: string;
  readonly campaign: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly clicks: number | null;
  readonly impressions: number | null;
}

/** A cost as it arrived. */
export interface RawCost {
  readonly day: string;
  readonly channel: string;
  readonly source: string;
  readonly campaign: string;
  readonly amount: string;
  readonly currency: string;
  readonly clicks?: number;
  readonly impressions?: number;
}

/** Parses one cost, with all problems. */
export function parseCost(raw: RawCost): Parsed<Cost> {
  const problems: FieldError[] = [];
  const collect = <T>(parsed: Parsed<T>): T | undefined => {
    if (parsed.ok) return parsed.value;
    problems.push(...parsed.problems);
    return undefined;
  };
  const day = collect(parseDay('day', raw.day));
  if (raw.channel !== '' && !CHANNELS.some((one) => one === raw.channel))
    problems.push({ field: 'channel', message: `must be one of ${CHANNELS.join(', ')}` });
  for (const field of ['source', 'campaign'] as const) {
    if (raw[field] === '') continue;
    const message = personalProblem(raw[field]) ?? textProblem(raw[field]);
    if (message !== undefined) problems.push({ field, message });
  }
  const currency = collect(parseCurrency(raw.currency));
  const decimals = currency === undefined ? undefined : CURRENCY_DECIMALS.get(currency);
  const amountMinor = decimals === undefined ? undefined : collect(parseAmount(raw.amount, decimals));
  for (const field of ['clicks', 'impressions'] as const) {
    const value = raw[field] ?? 0;
    if (!Number.isSafeInteger(value) || value < 0)
      problems.push({ field, message: 'must be a whole number, not negative' });
  }
  if (problems.length > 0 || day === undefined || currency === undefined || amountMinor === undefined)
    return { ok: false, problems };
  const { channel, source, campaign, clicks = null, impressions = null } = raw;
  return accepted({ day, channel, source, campaign, currency, amountMinor, clicks, impressions });
}

/** Events lose addresses and tokens, so a cost with one would match none of them. */
function personalProblem(text: string): string | undefined {
  if (containsEmailAddress(text)) return 'must not contain an email address';
  return containsToken(text) ? 'must not contain a token such as a JWT' : undefined;
}

/** Parses a calendar date from 1971 to 2100. */
export function parseDay(field: string, text: string): Parsed<string> {
  const date = text < '1971' || text > '2101' ? undefined : parseCalendarDate(text);
  return date === undefined
    ? refused(field, 'must be a valid date from 1971 to 2100, YYYY-MM-DD')
    : accepted(formatCalendarDate(date));
}

/** `money` divided by a number of customers, rounded half up, in major units. */
export function perCustomer(minor: bigint, customers: number, currency: string): string {
  const divisor = BigInt(customers);
  const half = minor < 0n ? -divisor / 2n : divisor / 2n;
  return formatAmount((minor + half) / divisor, decimalsOf(currency));
}

/** Revenue divided by a cost above 0, with two decimals, rounded half up. */
export function ratio(revenue: bigint, cost: bigint): string {
  const half = revenue < 0n ? -cost : cost;
  return formatAmount((revenue * 200n + half) / (2n * cost), 2);
}

/** The first period in which the sum of revenue reaches the cost; undefined: not yet. @param revenue by period */
export function paybackPeriod(revenue: readonly bigint[], cost: bigint): number | undefined {
  let sum = 0n;
  for (const [period, each] of revenue.entries()) {
    sum += each;
    if (sum >= cost) return period;
  }
  return undefined;
}
