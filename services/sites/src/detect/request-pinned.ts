import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';

/** How the look introduces itself. */
const HEADERS = {
  'user-agent': 'HeadwaterDetect/1.0',
  accept: 'text/html',
  'accept-encoding': 'identity',
  connection: 'close',
} as const;

/**
 * One GET, on a connection of its own, to exactly `address`: no name is resolved here. The certificate is checked against
 * the URL's host.
 */
export function requestPinned(
  url: URL,
  {
    address,
    port,
    signal,
    authorities,
  }: {
    readonly address: string;
    readonly port: number;
    readonly signal: AbortSignal;
    readonly authorities?: readonly string[] | undefined;
  },
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(
      {
        host: address,
        port,
        path: `${url.pathname}${url.search}`,
        headers: { ...HEADERS, host: url.host },
        // An address is no server name (RFC 6066 section 3).
        ...(isIP(url.hostname) === 0 && !url.hostname.startsWith('[') ? { servername: url.hostname } : {}),
        ...(authorities ? { ca: [...authorities] } : {}),
        agent: false,
        signal,
      },
      resolve,
    )
      .on('error', reject)
      .end();
  });
}
