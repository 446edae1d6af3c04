/** Where an address is, as far as it is stored: never closer than a region. Unknown is `''`. */
export interface Location {
  /** ISO 3166 alpha-2. */
  readonly country: string;
  /** ISO 3166-2, `DE-BE`. */
  readonly region: string;
}

/** Where an IP address is. */
export type LocationOf = (address: string) => Location;

export const NOWHERE: Location = { country: '', region: '' };

/** What others call a place: a country, and a region of it with the country's code before it (`DE-BE`) or without (`BE`). */
export interface GivenPlace {
  readonly country?: string | undefined;
  readonly region?: string | undefined;
}

/**
 * The place, with nothing but codes. The user-assigned `ZZ` and anything that is no two letters are no country; a region
 * that is a name, or of another country, is none.
 */
export function locationFrom({ country = '', region = '' }: GivenPlace): Location {
  if (!/^[A-Z]{2}$/.test(country) || country === 'ZZ') return NOWHERE;
  const own = region.startsWith(`${country}-`) ? region.slice(3) : region;
  return { country, region: /^[A-Z0-9]{1,3}$/.test(own) ? `${country}-${own}` : '' };
}
