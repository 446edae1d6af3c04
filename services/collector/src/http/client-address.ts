import type { IncomingMessage } from 'node:http';
import { isIP, type BlockList } from 'node:net';
import { BoundedMemo } from '../domain/bounded-memo';

/** Verdicts on addresses, per list of proxies; few proxies and many visitors, who are forgotten when it is full. */
const verdicts = new WeakMap<BlockList, BoundedMemo<boolean>>();

/**
 * The address of the visitor: the peer's, or where that is a trusted proxy the nearest one in `X-Forwarded-For` that is
 * not. What an untrusted peer claims has no effect. `''` when there is none.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: BlockList): string {
  let claimed: string | undefined;
  let address = plainAddress(request.socket.remoteAddress ?? '');
  while (isTrusted(address, trustedProxies)) {
    claimed ??= String(request.headers['x-forwarded-for'] ?? '');
    const comma = claimed.lastIndexOf(',');
    const next = plainAddress(claimed.slice(comma + 1));
    if (isIP(next) === 0) break;
    address = next;
    if (comma < 0) break;
    claimed = claimed.slice(0, comma);
  }
  return address;
}

function isTrusted(address: string, trustedProxies: BlockList): boolean {
  let memo = verdicts.get(trustedProxies);
  if (!memo) {
    memo = new BoundedMemo(2_000, (one) => isListed(one, trustedProxies));
    verdicts.set(trustedProxies, memo);
  }
  return memo.get(address);
}

function isListed(address: string, trustedProxies: BlockList): boolean {
  const version = isIP(address);
  return version !== 0 && trustedProxies.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** Without what proxies and dual-stack sockets add: `[2001:db8::1]:443`, `203.0.113.9:443`, `::ffff:203.0.113.9`. */
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
