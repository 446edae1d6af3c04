import { lookup, Resolver } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from '../domain/public-address';

/** Access to servers of customers. Tests replace it. */
export interface Network {
  /** All addresses of a host, preferred ones first; empty if it has none. */
  addressesOf(host: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Whether connections to the address are allowed. */
  mayVisit(address: string): boolean;
  portOf(url: URL): number;
  /** Trusted certificates. Default: the well-known authorities. */
  readonly authorities?: readonly string[];
}

const wellKnownPort = ({ protocol }: URL): number => (protocol === 'https:' ? 443 : 80);

/**
 * Only public addresses and ports 80 and 443. Resolves with DNS only, without hosts file and search list, so that names of the
 * machine or the cluster do not resolve.
 */
export const publicNetwork: Network = {
  addressesOf: async (host, signal) => {
    if (isIP(host) !== 0) return [host];
    const resolver = new Resolver({ timeout: 1_500, tries: 2 });
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  },
  mayVisit: isPublicAddress,
  portOf: wellKnownPort,
};

/** All addresses that the machine can reach, with the machine's name resolution. The operator is responsible for the targets. */
export const anyNetwork: Network = {
  addressesOf: async (host) => {
    try {
      return (await lookup(host, { all: true })).map(({ address }) => address);
    } catch {
      return [];
    }
  },
  mayVisit: () => true,
  portOf: (url) => (url.port === '' ? wellKnownPort(url) : Number(url.port)),
};

/** The address to connect to, or the reason against any connection. */
export async function resolveChecked(
  url: URL,
  network: Network,
  signal: AbortSignal,
): Promise<
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly problem: 'timed_out' | 'name_not_found' | 'private_address' }
> {
  const addresses = await network.addressesOf(url.hostname.replace(/^\[(.*)\]$/, '$1'), signal);
  if (signal.aborted) return { ok: false, problem: 'timed_out' };
  const [address] = addresses;
  if (address === undefined) return { ok: false, problem: 'name_not_found' };
  // A single private address suffices: which one of several is used must not depend on chance.
  if (!addresses.every((each) => network.mayVisit(each))) return { ok: false, problem: 'private_address' };
  return { ok: true, address };
}

/**
 * Sends one request on its own connection to exactly `address`, whatever the URL's name resolves to by then. Checks the
 * certificate against the URL's host. A body makes it a POST.
 *
 * @param headers in addition to `host`, `connection` and `content-length`.
 */
export function requestPinned(
  url: URL,
  address: string,
  {
    network,
    signal,
    headers,
    body,
  }: {
    readonly network: Network;
    readonly signal: AbortSignal;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: Buffer;
  },
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const length = body ? { 'content-length': body.length } : {};
  return new Promise((resolve, reject) => {
    request(
      {
        method: body ? 'POST' : 'GET',
        host: address,
        port: network.portOf(url),
        path: `${url.pathname}${url.search}`,
        headers: { ...headers, ...length, connection: 'close', host: url.host },
        // An address is no server name (RFC 6066 section 3).
        ...(isIP(url.hostname) === 0 && !url.hostname.startsWith('[') ? { servername: url.hostname } : {}),
        ...(network.authorities ? { ca: [...network.authorities] } : {}),
        agent: false,
        signal,
      },
      resolve,
    )
      .on('error', reject)
      // A response that switches protocols closes the request without a response or error event. Has no effect after a response.
      .on('close', () => reject(new Error('the server closed the connection without a response')))
      .end(body);
  });
}
