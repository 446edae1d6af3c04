import { isIP } from 'node:net';
import { unknownColumns, type ColumnsOf } from '@headwater/eventstore/event-columns';
import { networkGroups } from '@headwater/kit/ip-network';
import { cached } from './cached';

/** Country and region of an address; no closer location is stored. Unknown values are `''`. */
export type Location = ColumnsOf<'location'>;

/** Returns the location of an IP address. */
export type LocationOf = (address: string) => Location;

export const NOWHERE: Location = unknownColumns('location');

/** One object per location, by its most exact code: `toEventLine` caches the text of each object. */
const locations = cached<Location>(5_000, (code) => ({
  country: code.slice(0, 2),
  region: code.length > 2 ? code : '',
}));

/** A location as databases and exports write it: the region with the country's code before it (`DE-BE`) or without (`BE`). */
export interface GivenLocation {
  readonly country?: string | undefined;
  readonly region?: string | undefined;
}

/**
 * Returns the location in ISO codes. The user-assigned `ZZ` and text that is not a two-letter code are unknown countries; a
 * region that is a name or belongs to another country is unknown.
 */
export function locationFrom({ country = '', region = '' }: GivenLocation): Location {
  if (!/^[A-Z]{2}$/.test(country) || country === 'ZZ') return NOWHERE;
  const own = region.startsWith(`${country}-`) ? region.slice(3) : region;
  return locations(/^[A-Z0-9]{1,3}$/.test(own) ? `${country}-${own}` : country);
}

/** Returns true for the address of a data centre: programs browse from there, people hardly ever. */
export type IsDatacenter = (address: string) => boolean;

/** `datacenter-ranges.json`, written by scripts/refresh-datacenters.mjs. */
export interface DatacenterTable {
  /** Ascending ranges `gap+length` in base 36; each gap counts from the last address of the previous range. */
  readonly ipv4: string;
  /** The same for the first 48 bits. */
  readonly ipv6: string;
}

/** Reads the table into memory once (150 KiB). A lookup takes less than a microsecond. */
export function readDatacenters({ ipv4, ipv6 }: DatacenterTable): IsDatacenter {
  const [ranges4, ranges6] = [unpack(ipv4), unpack(ipv6)];
  return (address) => {
    const version = isIP(address);
    if (version === 4) return isInRanges(ranges4, toNumber(address.split('.'), 10, 256));
    return version === 6 && isInRanges(ranges6, toNumber(networkGroups(address).slice(0, 3), 16, 65_536));
  };
}

/** First and last address of each range, alternating. */
function unpack(text: string): Float64Array {
  let end = 0;
  const ends = text.split(' ').flatMap((range) => {
    const [gap = '', length = ''] = range.split('+');
    const first = end + parseInt(gap, 36);
    end = first + parseInt(length, 36);
    return [first, end];
  });
  return Float64Array.from(ends);
}

/** Binary search. */
function isInRanges(ranges: Float64Array, value: number): boolean {
  let [low, high] = [0, ranges.length / 2 - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (value < (ranges[2 * middle] ?? 0)) high = middle - 1;
    else if (value > (ranges[2 * middle + 1] ?? 0)) low = middle + 1;
    else return true;
  }
  return false;
}

function toNumber(parts: readonly string[], base: number, size: number): number {
  return parts.reduce((sum, part) => sum * size + parseInt(part, base), 0);
}
