import type { IncomingMessage } from 'node:http';
import type { FindingCode } from '../domain/detection/findings';
import type { Page } from '../domain/detection/read-page';
import type { Network } from '../outside/network';
import { requestPinned } from '../outside/request-pinned';

export type Fetched =
  { readonly ok: true; readonly page: Page } | { readonly ok: false; readonly problem: FindingCode };

/** How the look introduces itself. */
const HEADERS = { 'user-agent': 'HeadwaterDetect/1.0', accept: 'text/html', 'accept-encoding': 'identity' };
const MOST_REDIRECTS = 3;
const MOST_BYTES = 1_048_576;
const HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;

/**
 * Reads a page without ever touching an address that may not be visited: at every hop the name is resolved once, all of
 * its addresses are checked, and the connection goes to the address that was checked, whatever DNS says by then.
 */
export async function fetchPage(start: URL, network: Network, signal: AbortSignal): Promise<Fetched> {
  let url = start;
  // Asked anew each time: it changes while we wait.
  const isOver = (): boolean => signal.aborted;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
    if (isOver()) return failed('timed_out');
    if (!isPlainWebAddress(url)) return failed('bad_redirect');
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const addresses = await network.addressesOf(host, signal);
    if (isOver()) return failed('timed_out');
    const [address] = addresses;
    if (address === undefined) return failed('name_not_found');
    // One private address among public ones is enough: which of them is asked must not be left to chance.
    if (!addresses.every((each) => network.mayVisit(each))) return failed('private_address');
    try {
      const { authorities } = network;
      const port = network.portOf(url);
      const answer = await requestPinned(url, { address, port, signal, headers: HEADERS, authorities });
      const next = redirectOf(answer, url);
      if (!next) return await readAnswer(answer, url);
      answer.destroy();
      if (next === 'bad') return failed('bad_redirect');
      url = next;
    } catch {
      // Refused, reset, a bad certificate, no HTTP: to the customer all of it is one thing.
      return failed(isOver() ? 'timed_out' : 'unreachable');
    }
  }
  return failed('too_many_redirects');
}

const failed = (problem: FindingCode): Fetched => ({ ok: false, problem });

/** http or https, on the scheme's own port, without credentials. */
function isPlainWebAddress({ protocol, port, username, password }: URL): boolean {
  return /^https?:$/.test(protocol) && port === '' && username === '' && password === '';
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | 'bad' | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return undefined;
  const { location } = headers;
  return location !== undefined && URL.canParse(location, from.href) ? new URL(location, from) : 'bad';
}

async function readAnswer(answer: IncomingMessage, url: URL): Promise<Fetched> {
  const { statusCode = 0, headers } = answer;
  const type = headers['content-type'] ?? '';
  const isReadable = HTML.test(type) && (headers['content-encoding'] ?? 'identity') === 'identity';
  if (statusCode !== 200 || !isReadable) {
    answer.destroy();
    return failed(statusCode === 200 ? 'not_html' : 'http_error');
  }
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop early closes the connection.
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= MOST_BYTES) break;
  }
  const html = textOf(Buffer.concat(chunks).subarray(0, MOST_BYTES), type);
  return { ok: true, page: { url, html, policy: String(headers['content-security-policy'] ?? '') } };
}

/** In the character set of the header, or UTF-8 when it names none that is known. */
function textOf(bytes: Buffer, type: string): string {
  const label = /charset\s*=\s*["']?([\w-]{1,40})/i.exec(type)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
