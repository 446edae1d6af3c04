import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { accepted, refused, type Checked } from './checked';

/** Longest host name in its dotted form, without the root's dot (RFC 1035 section 2.3.4, RFC 1123 section 2.1). */
const MAX_DOMAIN_LENGTH = 253;
/** Letters, digits and inner hyphens, 1 to 63 of them (RFC 1123 section 2.1). */
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** The host, with an optional web scheme before it and a path, query or fragment after it. */
const AROUND_HOST = /^(?:(?:https?:)?\/\/)?([^/?#]*)(?:[/?#].*)?$/is;
/** Requires digits: a trailing bare colon ends another scheme, such as `ftp:`. */
const PORT = /:\d{1,5}$/;
/** Characters that a URL parser would drop, or parse as something other than a host name. */
const NEVER_IN_HOST = /[\s\p{Cc}@\\%:[\]]/u;

const MESSAGES = {
  missing: 'Give the site’s domain, such as example.com.',
  notHost: 'Not a host name. Give the site’s domain, such as example.com.',
  address: 'An IP address is not a domain. Give a host name such as example.com.',
  noDot: 'A domain needs a dot, as in example.com. Only localhost needs none.',
  tooLong: `A domain has at most ${MAX_DOMAIN_LENGTH} characters.`,
  badLabel:
    'Each part of a domain between dots has 1 to 63 letters, digits and hyphens, with no hyphen at its ends.',
} as const;

/**
 * A site's domain in its stored form: the lower-case punycode host, without scheme, port, path, the root's trailing dot and
 * one leading `www.`. All spellings of one site give the same string.
 *
 * Removes exactly one `www.`, and only before a domain: `www.com` is unchanged.
 *
 * @param text as typed: `Example.com`, `https://www.example.com/path`, `bücher.example`.
 */
export function checkDomain(text: string): Checked<string> {
  const written = text.trim();
  if (written === '') return refused(MESSAGES.missing);
  const authority = AROUND_HOST.exec(written)?.[1] ?? '';
  if (isAddressLiteral(authority)) return refused(MESSAGES.address);
  const host = authority.replace(PORT, '');
  if (host === '' || NEVER_IN_HOST.test(host) || !isPort(authority.slice(host.length + 1)))
    return refused(MESSAGES.notHost);
  return checkHost(host);
}

function checkHost(host: string): Checked<string> {
  // The URL standard's host parser folds case, width and IDN, and gives every spelling of an IPv4 address in dotted form.
  const ascii = domainToASCII(host).replace(/\.$/, '');
  if (ascii === '') return refused(MESSAGES.notHost);
  if (isIP(ascii) !== 0) return refused(MESSAGES.address);
  if (ascii.length > MAX_DOMAIN_LENGTH) return refused(MESSAGES.tooLong);
  if (!ascii.split('.').every((label) => LABEL.test(label))) return refused(MESSAGES.badLabel);
  const domain = withoutWww(ascii);
  return isSiteHost(domain) ? accepted(domain) : refused(MESSAGES.noDot);
}

function withoutWww(host: string): string {
  const rest = host.startsWith('www.') ? host.slice('www.'.length) : host;
  return isSiteHost(rest) ? rest : host;
}

function isSiteHost(host: string): boolean {
  return host.includes('.') || host === 'localhost';
}

/** `[::1]`, `[::1]:80` and a bare `2001:db8::1`. */
function isAddressLiteral(authority: string): boolean {
  return isIP(authority) === 6 || isIP(/^\[(.*)\](?::\d*)?$/.exec(authority)?.[1] ?? '') === 6;
}

function isPort(digits: string): boolean {
  return Number(digits) <= 65_535;
}
