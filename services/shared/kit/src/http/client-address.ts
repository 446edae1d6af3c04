import type { IncomingMessage, Server } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { defineSettings } from '../config';
import { networkOf, parseSubnets } from '../ip-network';
import type { Logger } from '../log';

/** The setting with the proxies in front of a public HTTP server. */
export const TRUSTED_PROXIES_SETTINGS = defineSettings({
  trustedProxies: {
    env: 'TRUSTED_PROXIES',
    doc: 'proxy IPs or CIDRs (10.0.0.0/8,::1) whose X-Forwarded-For is trusted, comma-separated; default none',
    schema: z
      .string()
      .optional()
      .transform((value) =>
        (value ?? '')
          .split(',')
          .map((one) => one.trim())
          .filter((one) => one !== ''),
      )
      .refine(
        (list) => parseSubnets(list) !== undefined,
        'must be IP addresses or subnets such as 10.0.0.0/8',
      ),
  },
});

/** The subnets of a valid setting. */
export function subnetsOf(list: readonly string[]): BlockList {
  const subnets = parseSubnets(list);
  if (!subnets) throw new Error('TRUSTED_PROXIES contains an entry that is neither an address nor a subnet.');
  return subnets;
}

/**
 * Returns the visitor's address: the peer's, or behind trusted proxies the last untrusted address of `X-Forwarded-For`. The
 * header of an untrusted peer is ignored. `''` when there is no address.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: BlockList): string {
  let forwarded: string | undefined;
  let address = plainAddress(request.socket.remoteAddress ?? '');
  while (isTrusted(address, trustedProxies)) {
    forwarded ??= String(request.headers['x-forwarded-for'] ?? '');
    const comma = forwarded.lastIndexOf(',');
    const next = plainAddress(forwarded.slice(comma + 1));
    if (isIP(next) === 0) break;
    address = next;
    if (comma < 0) break;
    forwarded = forwarded.slice(0, comma);
  }
  return address;
}

/** Max cached results of a list. A few proxies serve many visitors, whose addresses fill the cache: it then starts again. */
const MAX_CACHED = 2_000;
const cachedTrust = new WeakMap<BlockList, Map<string, boolean>>();

function isTrusted(address: string, trustedProxies: BlockList): boolean {
  let cache = cachedTrust.get(trustedProxies);
  if (!cache) cachedTrust.set(trustedProxies, (cache = new Map<string, boolean>()));
  let result = cache.get(address);
  if (result === undefined) {
    const version = isIP(address);
    // Text that is not an address may be long.
    if (version === 0) return false;
    result = trustedProxies.check(address, version === 4 ? 'ipv4' : 'ipv6');
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(address, result);
  }
  return result;
}

/** Loopback, private and link-local networks: their peers are usually proxies. */
const PRIVATE = subnetsOf([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
]);

/**
 * Logs a warning for the first request with `X-Forwarded-For` from a private address that is not trusted: probably a proxy that nobody
 * declared. Public addresses are not logged: they can be those of visitors.
 */
export function warnOfUndeclaredProxy(server: Server, trustedProxies: BlockList, log: Logger): void {
  let isLogged = false;
  server.on('request', ({ headers, socket }: IncomingMessage) => {
    if (isLogged || headers['x-forwarded-for'] === undefined) return;
    const peer = plainAddress(socket.remoteAddress ?? '');
    if (!isTrusted(peer, PRIVATE) || isTrusted(peer, trustedProxies)) return;
    isLogged = true;
    log.warn(
      { peer },
      'X-Forwarded-For is ignored: its sender is not in TRUSTED_PROXIES, so the addresses of its clients are unknown. If it is your proxy, add it.',
    );
  });
}

/** Networks that limits per address count: an IPv4 address or an IPv6 /64. Undefined: unknown, because a proxy may be in front. */
export interface CountedNetworks {
  /** The network of a connection. Proxies are exempt, because they carry the requests of many clients. */
  ofPeer(remoteAddress: string | undefined): string | undefined;
  /** The network of a request's client. */
  ofRequest(request: IncomingMessage): string | undefined;
}

/**
 * Without TRUSTED_PROXIES, the networks of private peers and of requests with `X-Forwarded-For` are unknown: behind a proxy that nobody declared,
 * all clients have the proxy's address, and one of them could lock out the others.
 */
export function countedNetworks(trustedProxies: readonly string[]): CountedNetworks {
  const isConfigured = trustedProxies.length > 0;
  const exempt = isConfigured ? subnetsOf(trustedProxies) : PRIVATE;
  const ofPeer = (remoteAddress: string | undefined): string | undefined => {
    const address = plainAddress(remoteAddress ?? '');
    return isIP(address) === 0 || isTrusted(address, exempt) ? undefined : networkOf(address);
  };
  return {
    ofPeer,
    ofRequest: (request) => {
      if (isConfigured) return ofPeer(clientAddress(request, exempt));
      const isForwarded = request.headers['x-forwarded-for'] !== undefined;
      return isForwarded ? undefined : ofPeer(request.socket.remoteAddress);
    },
  };
}

/** Removes the additions of proxies and dual-stack sockets: `[2001:db8::1]:443`, `203.0.113.9:443`, `::ffff:203.0.113.9`. */
function plainAddress(text: string): string {
  const address = text.trim().toLowerCase();
  if (!address.includes(':')) return address;
  return (
    /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ??
    /^\[([0-9a-f:.]+)\](?::\d+)?$/.exec(address)?.[1] ??
    /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ??
    address
  );
}
