import { parseUrl } from '@headwater/kit/parse-url';
import type { IncomingMessage } from 'node:http';
import type { FindingCode } from '../domain/detection/findings';
import type { Page } from '../domain/detection/read-page';
import { requestPinned, resolveChecked, type Network } from './network';

export type Fetched =
  { readonly ok: true; readonly page: Page } | { readonly ok: false; readonly problem: FindingCode };

const HEADERS = { 'user-agent': 'HeadwaterDetect/1.0', accept: 'text/html', 'accept-encoding': 'identity' };
const MAX_REDIRECTS = 3;
const MAX_BYTES = 1_048_576;
const HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;

/**
 * Fetches a page without ever connecting to a private address. At every redirect it resolves the name once, checks all
 * addresses, and connects to a checked address, whatever the name resolves to by then.
 */
export async function fetchPage(start: URL, network: Network, signal: AbortSignal): Promise<Fetched> {
  let url = start;
  // A function, because TypeScript would narrow the property across awaits.
  const isTimedOut = (): boolean => signal.aborted;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    if (isTimedOut()) return failed('timed_out');
    if (!isPlainWebUrl(url)) return failed('bad_redirect');
    const resolved = await resolveChecked(url, network, signal);
    if (!resolved.ok) return failed(resolved.problem);
    try {
      const response = await requestPinned(url, resolved.address, { network, signal, headers: HEADERS });
      const next = redirectOf(response, url);
      if (!next) return await readResponse(response, url);
      response.destroy();
      if (next === 'bad') return failed('bad_redirect');
      url = next;
    } catch {
      // Refused, reset, bad certificate or not HTTP: one finding for the customer.
      return failed(isTimedOut() ? 'timed_out' : 'unreachable');
    }
  }
  return failed('too_many_redirects');
}

const failed = (problem: FindingCode): Fetched => ({ ok: false, problem });

/** http or https on the scheme's default port, without credentials. */
function isPlainWebUrl({ protocol, port, username, password }: URL): boolean {
  return /^https?:$/.test(protocol) && port === '' && username === '' && password === '';
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | 'bad' | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode)) return undefined;
  const { location } = headers;
  return (location === undefined ? undefined : parseUrl(location, from)) ?? 'bad';
}

async function readResponse(response: IncomingMessage, url: URL): Promise<Fetched> {
  const { statusCode = 0, headers } = response;
  const type = headers['content-type'] ?? '';
  const isReadable = HTML.test(type) && (headers['content-encoding'] ?? 'identity') === 'identity';
  if (statusCode !== 200 || !isReadable) {
    response.destroy();
    return failed(statusCode === 200 ? 'not_html' : 'http_error');
  }
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop early closes the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= MAX_BYTES) break;
  }
  const html = textOf(Buffer.concat(chunks).subarray(0, MAX_BYTES), type);
  return { ok: true, page: { url, html, policy: String(headers['content-security-policy'] ?? '') } };
}

/** Decodes with the header's character set, or as UTF-8 if it names no supported one. */
function textOf(bytes: Buffer, type: string): string {
  const label = /charset\s*=\s*["']?([\w-]{1,40})/i.exec(type)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
