import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';

export interface PinnedRequest {
  readonly address: string;
  readonly port: number;
  readonly signal: AbortSignal;
  /** Beside `host` and `connection`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Makes it a POST. */
  readonly body?: Buffer;
  readonly authorities?: readonly string[] | undefined;
}

/**
 * One request, on a connection of its own, to exactly `address`: no name is resolved here. The certificate is checked against
 * the URL's host.
 */
export function requestPinned(
  url: URL,
  { address, port, signal, headers, body, authorities }: PinnedRequest,
): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(
      {
        method: body ? 'POST' : 'GET',
        host: address,
        port,
        path: `${url.pathname}${url.search}`,
        headers: {
          ...headers,
          ...(body ? { 'content-length': body.length } : {}),
          connection: 'close',
          host: url.host,
        },
        // An address is no server name (RFC 6066 section 3).
        ...(isIP(url.hostname) === 0 && !url.hostname.startsWith('[') ? { servername: url.hostname } : {}),
        ...(authorities ? { ca: [...authorities] } : {}),
        agent: false,
        signal,
      },
      resolve,
    )
      .on('error', reject)
      // An answer that switches protocols closes the request with neither answer nor error. After an answer it says nothing.
      .on('close', () => reject(new Error('closed without an answer')))
      .end(body);
  });
}
