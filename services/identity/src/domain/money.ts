import { accepted, refused, type Parsed } from './parsed';

/** Amounts below 10^15 minor units are exact as JSON numbers. */
const MAX_MINOR = 999_999_999_999_999n;
const AMOUNT = /^(\d{1,20})(?:\.(\d{1,20}))?$/;

/**
 * Parses a decimal amount in major units (`49.00`) into whole minor units (`4900n`). Money is never a float.
 *
 * @param decimals of the currency; an amount with more decimals is refused, even if they are zeros
 */
export function parseAmount(text: string, decimals: number): Parsed<bigint> {
  const match = AMOUNT.exec(text);
  if (!match) return refused('amount', 'must be a non-negative decimal number, such as "49.00"');
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > decimals)
    return refused('amount', `must have at most ${decimals} decimals, as the currency has`);
  const minor = BigInt(whole + fraction.padEnd(decimals, '0'));
  if (minor > MAX_MINOR) return refused('amount', 'is too large: the maximum is 15 digits');
  return accepted(minor);
}

/** Formats whole minor units as a decimal string in major units: `4900n` in EUR is `49.00`. */
export function formatAmount(minor: bigint, decimals: number): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`;
  return `${minor < 0n ? '-' : ''}${whole}${fraction}`;
}

/** ISO 4217 codes by the number of decimals of their amounts. Includes recently withdrawn codes, for older payments. */
const CODES_BY_DECIMALS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
      CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HRK
      HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR
      MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP
      SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER
      ZAR ZMW ZWG ZWL`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/** The number of decimals of each currency, by its upper-case code. */
export const CURRENCY_DECIMALS: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES_BY_DECIMALS).flatMap(([decimals, codes]) =>
    codes.split(/\s+/).map((code): [string, number] => [code, Number(decimals)]),
  ),
);

/** The number of decimals of a stored currency. @throws Error when the currency is not in the list. */
export function decimalsOf(currency: string): number {
  const decimals = CURRENCY_DECIMALS.get(currency);
  if (decimals === undefined) throw new Error('A stored currency is not in the currency list.');
  return decimals;
}

/** Parses a currency code in any case into its upper-case form. */
export function parseCurrency(text: string): Parsed<string> {
  const code = text.toUpperCase();
  return CURRENCY_DECIMALS.has(code) && text.length === 3
    ? accepted(code)
    : refused('currency', 'must be an ISO 4217 currency code, such as EUR');
}
