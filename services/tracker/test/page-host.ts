import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';

/** A request body as the tracker sends it. */
export interface Sent {
  site: number;
  key: string;
  visitor: string;
  webdriver?: true;
  session: { id: string; landing: string; referrer: string };
  events: {
    id: string;
    name: string;
    url: string;
    referrer: string;
    time: string;
    props: Record<string, unknown>;
  }[];
}

/** A request to /collect as it came in; `status` is what it was answered. */
export interface Recorded {
  body: Sent;
  /** `text/plain` from fetch; beacons add a charset. */
  contentType: string;
  cookies: string;
  /** What the browser's clock said when it sent the request, Unix ms. */
  sentAt: number;
  status: number;
}

/** One server under every host name of a test: pages, the built script, and a recorder in the collector's place. */
export interface PageHost {
  port: number;
  /** Attributes of the script element, or a whole body, by path. A path without an entry gets the plain snippet. */
  pages: Record<string, string>;
  recorded: Recorded[];
  /** Bodies of nothing but engagement: how long a page is looked at depends on how busy the machine is. */
  engagements: Sent[];
  /** Status codes for the coming requests to /collect; 202 when used up. */
  statuses: number[];
  /** Answers as a proxy does that opens everything with `*`, which browsers refuse for requests with cookies. */
  starOrigin: boolean;
  /** Every event of every request that was accepted, in order. */
  events: () => Sent['events'];
  close: () => Promise<void>;
}

/** The plain snippet, with more attributes. */
export function snippet(attributes = ''): string {
  return `<script defer data-site="12" data-key="pk_1" ${attributes} src="/hw.js"></script>`;
}

/** Builds the tracker and starts the server on a free port. */
export async function startPageHost(): Promise<PageHost> {
  const script = builtScript();
  const recorded: Recorded[] = [];
  const engagements: Sent[] = [];
  const pages: Record<string, string> = {};
  const statuses: number[] = [];

  const server = createServer((request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://any');
    if (path !== '/collect') {
      response.setHeader('content-type', path === '/hw.js' ? 'text/javascript' : 'text/html; charset=utf-8');
      response.end(
        path === '/hw.js'
          ? script
          : `<!doctype html><title>${path}</title>${pages[path] ?? snippet()}<p>${path}`,
      );
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const status = statuses.shift() ?? 202;
      const { headers } = request;
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Sent;
      const [engaged, events] = partition(body.events, ({ name }) => name === 'engagement');
      if (engaged.length > 0) engagements.push({ ...body, events: engaged });
      if (events.length > 0)
        recorded.push({
          body: { ...body, events },
          contentType: headers['content-type'] ?? '',
          cookies: headers.cookie ?? '',
          sentAt: Number(searchParams.get('t')),
          status,
        });
      const named = headers.origin && !host.starOrigin;
      response.writeHead(status, {
        'access-control-allow-origin': named ? headers.origin : '*',
        ...(named && { 'access-control-allow-credentials': 'true' }),
      });
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host: PageHost = {
    port: (server.address() as AddressInfo).port,
    pages,
    recorded,
    engagements,
    statuses,
    events: () => recorded.filter(({ status }) => status === 202).flatMap(({ body }) => body.events),
    starOrigin: false,
    close: () => close(server),
  };
  return host;
}

function partition<T>(all: readonly T[], matches: (one: T) => boolean): [T[], T[]] {
  return [all.filter(matches), all.filter((one) => !matches(one))];
}

function builtScript(): string {
  const root = packageRoot('@headwater/tracker');
  // The build is an ES module and jest runs CommonJS: its own process runs it, as `npm run build` would.
  execFileSync(process.execPath, [join(root, 'build.mjs')]);
  return readFileSync(join(root, 'dist', 'hw.js'), 'utf8');
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
