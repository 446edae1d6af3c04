import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from '../domain/detection/public-address';

/** The way out to strangers' servers. Tests stand in for it. */
export interface Network {
  /** Every address of a host, those to be preferred first; none when it has none. */
  addressesOf(host: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Whether a connection to the address is allowed. */
  mayVisit(address: string): boolean;
  portOf(url: URL): number;
  /** Certificates that are trusted in place of the well-known authorities. */
  readonly authorities?: readonly string[];
}

const wellKnownPort = ({ protocol }: URL): number => (protocol === 'https:' ? 443 : 80);

/**
 * DNS itself and no hosts file or search list, so that names of the machine or the cluster mean nothing here; only public
 * addresses; only ports 80 and 443.
 */
export const publicNetwork: Network = {
  addressesOf: async (host, signal) => {
    if (isIP(host) !== 0) return [host];
    const resolver = new Resolver({ timeout: 1_500, tries: 2 });
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  },
  mayVisit: isPublicAddress,
  portOf: wellKnownPort,
};

/** Wherever the machine itself can go, by the names that it knows: for an operator who vouches for the addresses. */
export const anyNetwork: Network = {
  addressesOf: async (host) => {
    try {
      return (await lookup(host, { all: true })).map(({ address }) => address);
    } catch {
      // Not found and not reachable are one thing to whoever sends.
      return [];
    }
  },
  mayVisit: () => true,
  portOf: (url) => (url.port === '' ? wellKnownPort(url) : Number(url.port)),
};
