import { createLog } from '@headwater/kit/log';
import { startRpcServer } from '@headwater/kit/rpc/server';
import type { Handlers } from '@headwater/kit/rpc/types';
import { loadSites, type SitesDefinition } from '@headwater/protos/services';

const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/%.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/%.1 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/%.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/%.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:%.0) Gecko/20100101 Firefox/%.0',
];
const REFERRERS = [
  'https://www.google.com/',
  'https://chatgpt.com/',
  'https://news.example.org/item?id=7',
  '',
  'https://t.co/x',
];
const PATHS = ['/', '/pricing', '/docs/install', '/blog/a-longer-title-of-a-post', '/signup'];

/** The site of all requests. */
const SITE = { id: 7, key: 'bench-key', workspaceId: 3, domain: 'shop.example' };

const VISITORS = 10_000;

/** The bytes of a visitor's requests, and the positions of the last digits of the event ids. */
interface Template {
  readonly bytes: Buffer;
  readonly ids: readonly number[];
}

/** Placeholder for the digits of an event id. */
const DIGITS = '_'.repeat(12);

/**
 * Generates requests like those of browsers: 10,000 visitors with 10,000 addresses and 200 user agents. The requests of a
 * visitor differ only in the event ids, because building each request would use as much CPU as the server.
 *
 * @returns a function that returns the bytes of the next request, valid until the next request of the same visitor
 */
export function requests(eventsEach: number): () => Buffer {
  let count = 0;
  const run = Date.now().toString(16).slice(-8).padStart(8, '0');
  const time = new Date().toISOString();
  const templates: (Template | undefined)[] = [];
  return () => {
    count += 1;
    const visitor = (count * 7_919) % VISITORS;
    const { bytes, ids } = (templates[visitor] ??= templateOf(visitor, { run, time, eventsEach }));
    for (const [i, at] of ids.entries()) bytes.write(digits(count * 100 + i), at, 'latin1');
    return bytes;
  };
}

function digits(n: number): string {
  return n.toString(16).padStart(12, '0');
}

function templateOf(
  visitor: number,
  { run, time, eventsEach }: { readonly run: string; readonly time: string; readonly eventsEach: number },
): Template {
  const uuid = (end: string): string => `${run}-0000-4000-8000-${end}`;
  const pick = <T>(list: readonly T[]): T => list[visitor % list.length] as T;
  const events = Array.from({ length: eventsEach }, (_, i) => ({
    id: uuid(DIGITS),
    name: i === 0 ? 'pageview' : 'ping',
    url: `https://www.${SITE.domain}${pick(PATHS)}?page=${visitor % 13}`,
    referrer: '',
    time,
    props: i === 0 ? {} : { plan: 'pro', seats: 3 },
  }));
  const body = JSON.stringify({
    site: SITE.id,
    key: SITE.key,
    visitor: uuid(digits(visitor)),
    session: {
      id: uuid(digits(visitor + 1e6)),
      landing: `https://www.${SITE.domain}/?utm_source=newsletter&utm_campaign=c${visitor % 20}`,
      referrer: pick(REFERRERS),
    },
    events,
  });
  const agent = pick(AGENTS).replaceAll('%', String(100 + (visitor % 40)));
  const bytes = Buffer.from(
    `POST /collect HTTP/1.1\r\nHost: collect.${SITE.domain}\r\nContent-Type: text/plain\r\nUser-Agent: ${agent}\r\n` +
      `Origin: https://www.${SITE.domain}\r\nX-Forwarded-For: 8.${visitor % 200}.${visitor % 250}.9\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const ids: number[] = [];
  for (let at = bytes.indexOf(DIGITS); at >= 0; at = bytes.indexOf(DIGITS, at + DIGITS.length)) ids.push(at);
  return { bytes, ids };
}

/** Starts a stub of the sites service with one site and the methods that the collector calls. */
export async function startSites(): Promise<{ readonly address: string; stop(): Promise<void> }> {
  const handlers: Pick<Handlers<SitesDefinition>, 'VerifySiteKey' | 'MarkInstalled' | 'ListPurgeTimes'> = {
    VerifySiteKey: () =>
      Promise.resolve({
        verdict: 'SITE_KEY_VERDICT_VALID',
        workspaceId: SITE.workspaceId,
        domain: SITE.domain,
        installed: true,
      }),
    MarkInstalled: () => Promise.resolve({}),
    ListPurgeTimes: () => Promise.resolve({ sites: [] }),
  };
  const server = await startRpcServer({
    service: loadSites(),
    handlers: handlers as Handlers<SitesDefinition>,
    host: '127.0.0.1',
    port: 0,
    log: createLog('bench', 'silent'),
  });
  return { address: `127.0.0.1:${server.port}`, stop: () => server.stop(100) };
}
