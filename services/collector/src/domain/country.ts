/** ISO 3166 alpha-2 country of an IP address, `''` when unknown. */
export type CountryOf = (address: string) => string;

/** The user-assigned code `ZZ` and anything that is no two letters are unknown. */
export function countryCode(code: string | undefined): string {
  return code !== undefined && /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? code : '';
}
