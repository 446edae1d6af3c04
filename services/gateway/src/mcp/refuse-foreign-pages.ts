import type { IncomingHttpHeaders } from 'node:http';
import { failure } from '@headwater/protos/error-codes';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses a request that a strange web page makes a browser send: one with another page's Origin, or one that reached us
 * under a name that is not ours, as DNS rebinding does. Servers send no Origin.
 *
 * @throws AppError `origin_not_allowed`.
 */
export function refuseForeignPages({ host, origin }: IncomingHttpHeaders, publicUrl: string): void {
  const ours = new URL(publicUrl);
  const named = hostOf(`http://${host ?? ''}`);
  if (named === undefined || ![ours.hostname, ...LOOPBACK].includes(named))
    throw failure(
      'origin_not_allowed',
      'This server is not known by that Host. Ask it by the host of PUBLIC_URL.',
    );
  if (origin === undefined || origin === ours.origin) return;
  const page = hostOf(origin);
  // A page of this very machine, such as an inspector, when the API is of this machine too.
  if (page !== undefined && LOOPBACK.includes(page) && LOOPBACK.includes(ours.hostname)) return;
  throw failure(
    'origin_not_allowed',
    'Pages of that Origin may not ask this server. Ask it from a server, without Origin.',
  );
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}
