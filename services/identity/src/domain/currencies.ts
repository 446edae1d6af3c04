import { accepted, refused, type Parsed } from './parsed';

/** ISO 4217 codes by the decimals of their amounts; a few were withdrawn lately and stand here for older payments. */
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

/** The decimals of each currency's amounts, by its upper-case code. */
export const CURRENCY_DECIMALS: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES_BY_DECIMALS).flatMap(([decimals, codes]) =>
    codes.split(/\s+/).map((code): [string, number] => [code, Number(decimals)]),
  ),
);

/** The decimals of a currency that is in a table of ours. @throws when it is of no list. */
export function decimalsOf(currency: string): number {
  const decimals = CURRENCY_DECIMALS.get(currency);
  if (decimals === undefined) throw new Error('A stored currency is not of the list.');
  return decimals;
}

/** An upper-case code of the list, however it was written. */
export function parseCurrency(text: string): Parsed<string> {
  const code = text.toUpperCase();
  return CURRENCY_DECIMALS.has(code) && text.length === 3
    ? accepted(code)
    : refused('currency', 'must be a currency code of ISO 4217, such as EUR');
}
