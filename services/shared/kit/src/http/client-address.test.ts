import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { recordedLog } from '../testing/silent-log';
import { parseSubnets } from '../ip-network';
import { clientAddress, subnetsOf, warnOfUndeclaredProxy } from './client-address';
import { limitConnections } from './limit-connections';

function request(peer: string, forwarded?: string): IncomingMessage {
  return {
    socket: { remoteAddress: peer },
    headers: { 'x-forwarded-for': forwarded },
  } as unknown as IncomingMessage;
}

describe('client address', () => {
  it.each([
    ['the peer when nobody is trusted', '', '203.0.113.9', '1.1.1.1', '203.0.113.9'],
    ['the peer when it is not the trusted one', '10.0.0.0/8', '203.0.113.9', '1.1.1.1', '203.0.113.9'],
    ['what a trusted proxy forwards', '10.0.0.0/8', '10.1.2.3', '1.1.1.1', '1.1.1.1'],
    ['the nearest untrusted of a chain', '10.0.0.0/8', '10.1.2.3', '9.9.9.9, 1.1.1.1, 10.4.5.6', '1.1.1.1'],
    ['the farthest when all are trusted', '10.0.0.0/8', '10.1.2.3', '10.9.9.9, 10.8.8.8', '10.9.9.9'],
    ['the proxy when it forwards nothing', '10.0.0.0/8', '10.1.2.3', undefined, '10.1.2.3'],
    ['the proxy when it forwards nonsense', '10.0.0.0/8', '10.1.2.3', 'unknown', '10.1.2.3'],
    ['an IPv4 address behind a dual-stack socket', '10.0.0.0/8', '::ffff:10.1.2.3', '1.1.1.1', '1.1.1.1'],
    ['an address with a port', '::1', '::1', '1.1.1.1:443', '1.1.1.1'],
    ['an IPv6 address with a port', '::1', '::1', '[2001:db8::1]:443', '2001:db8::1'],
  ])('is %s', (...[, trusted, peer, forwarded, address]) => {
    const subnets = parseSubnets(trusted === '' ? [] : [trusted]);
    expect(subnets && clientAddress(request(peer, forwarded), subnets)).toBe(address);
  });

  it.each(['10.0.0.0/33', '::/129', 'localhost', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0.0/-1', '10.0.0/8'])(
    'refuses the subnet %s',
    (subnet) => {
      expect(parseSubnets([subnet])).toBeUndefined();
    },
  );
});

describe('a proxy that is not declared', () => {
  it.each([
    ['logs one warning with its address', [], { 'x-forwarded-for': '203.0.113.9' }, 1],
    ['logs none for a trusted proxy', ['127.0.0.1'], { 'x-forwarded-for': '203.0.113.9' }, 0],
    ['logs none without the header', [], {}, 0],
  ] as const)('%s', async (_, trusted, headers, expected) => {
    const { log, lines } = recordedLog();
    const server = createServer((_request, response) => void response.end());
    warnOfUndeclaredProxy(server, subnetsOf(trusted), log);
    // As in the services. It calls the listeners that the server had before.
    limitConnections(server, { max: 10, maxPerAddress: 10, trustedProxies: trusted });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      for (let i = 0; i < 2; i++) await fetch(`http://127.0.0.1:${port}`, { headers });
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    expect(lines.map((line) => (JSON.parse(line) as { peer: string }).peer)).toEqual(
      Array.from({ length: expected }, () => '127.0.0.1'),
    );
    expect(lines.join()).not.toContain('203.0.113.9');
  });
});
