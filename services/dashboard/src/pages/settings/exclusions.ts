import { parseUrl } from '@headwater/kit/parse-url';
import { SITE_LIMITS } from '@headwater/protos/limits';
import { t } from '../../strings/text';

/** The entries of a field with one entry per line. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const { maxExclusions, maxExcludedPathLength } = SITE_LIMITS;

/** The problem of excluded paths, by the rules of the API; undefined without one. */
export function problemOfPaths(paths: readonly string[]): string | undefined {
  const wrong = paths.find((path) => !/^\/[^\s?#\p{Cc}]*$/u.test(path));
  if (wrong !== undefined)
    return t('“{entry}” is not a path. A path starts with / and has no query, such as /admin/*.', {
      entry: wrong,
    });
  const long = paths.find((path) => encodeURI(path).length > maxExcludedPathLength);
  if (long !== undefined)
    return t('“{entry}” is too long. A path has at most {max} characters.', {
      entry: long,
      max: maxExcludedPathLength,
    });
  return problemOfCount(paths);
}

/** The problem of excluded addresses, by the rules of the API; undefined without one. */
export function problemOfAddresses(addresses: readonly string[]): string | undefined {
  const wrong = addresses.find((address) => !isSubnet(address));
  if (wrong !== undefined)
    return t(
      '“{entry}” is neither an IP address nor a subnet. Examples: 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48.',
      { entry: wrong },
    );
  const whole = addresses.find((address) => /\/0+$/.test(address));
  if (whole !== undefined)
    return t('“{entry}” contains every address. Enter a smaller subnet, such as 203.0.113.0/24.', {
      entry: whole,
    });
  return problemOfCount(addresses);
}

function problemOfCount(entries: readonly string[]): string | undefined {
  return new Set(entries).size > maxExclusions
    ? t('At most {max} entries are possible.', { max: maxExclusions })
    : undefined;
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

function isSubnet(text: string): boolean {
  const [network = '', prefix, ...rest] = text.split('/');
  const maxBits = IPV4.test(network) ? 32 : isIPv6(network) ? 128 : -1;
  return (
    rest.length === 0 &&
    maxBits > 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= maxBits))
  );
}

/** The URL parser refuses other texts in brackets. */
const isIPv6 = (text: string): boolean =>
  /^[\da-f:.]+$/i.test(text) && parseUrl(`http://[${text}]/`) !== undefined;
