import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
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
  /** The head and body by path. A path without an entry gets the plain snippet. */
  pages: Record<string, string>;
  /** Further scripts by path. */
  scripts: Record<string, string>;
  /** The paths that get no response, as from a collector that hangs. */
  hanging: Set<string>;
  /** How many requests to each path wait for a response. */
  waiting: (path: string) => number;
  /** Ends the hang: every waiting request gets its response. */
  release: () => void;
  /** The requests with pageviews or custom events, without repeats of accepted ones. */
  recorded: Recorded[];
  /** Bodies that contain only engagement. Their times depend on the load of the machine. */
  engagements: Sent[];
  /** Status codes for the coming requests to /collect; 202 when used up. */
  statuses: number[];
  /** Answers as a proxy does that opens everything with `*`, which browsers refuse for requests with cookies. */
  starOrigin: boolean;
  /** The body of the answers. */
  answer: string;
  /** Every event of every request that was accepted, in order. */
  events: () => Sent['events'];
  close: () => Promise<void>;
}

/** The plain snippet, with more attributes. */
export function snippet(attributes = '', src = '/hw.js'): string {
  return `<script async defer data-site="12" data-key="pk_1" ${attributes} src="${src}"></script>`;
}

/** The element that README shows before the snippet. */
export function stub(): string {
  const readme = readFileSync(join(packageRoot('@headwater/tracker'), 'README.md'), 'utf8');
  const found = /```html\n(<script>\n[^]*?<\/script>)\n/.exec(readme)?.[1];
  if (found === undefined) throw new Error('The README of the tracker shows no stub');
  return found;
}

/** Builds the tracker and starts the server on a free port. */
export async function startPageHost(): Promise<PageHost> {
  const script = builtScript();
  const recorded: Recorded[] = [];
  const engagements: Sent[] = [];
  const pages: Record<string, string> = {};
  const statuses: number[] = [];
  const scripts: Record<string, string> = { '/hw.js': script };
  const hanging = new Set<string>();
  const waiting: { path: string; respond: () => void }[] = [];

  const server = createServer((request, response) => {
    const { pathname: path } = new URL(request.url ?? '/', 'http://any');
    const respond = () => (path === '/collect' ? collect(request, response) : serve(path, response));
    if (hanging.has(path)) waiting.push({ path, respond });
    else respond();
  });

  function serve(path: string, response: ServerResponse): void {
    const code = scripts[path];
    response.setHeader('content-type', code ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(code ?? `<!doctype html><title>${path}</title>${pages[path] ?? snippet()}<p>${path}`);
  }

  function collect(request: IncomingMessage, response: ServerResponse): void {
    const { searchParams } = new URL(request.url ?? '/', 'http://any');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const status = statuses.shift() ?? 202;
      const { headers } = request;
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Sent;
      const [engaged, events] = partition(body.events, ({ name }) => name === 'engagement');
      if (engaged.length > 0) engagements.push({ ...body, events: engaged });
      // A page that unloads before the response sends an accepted body again. Like the collector, this counts it once.
      const repeated = !host.starOrigin && host.events().some(({ id }) => id === events[0]?.id);
      if (events.length > 0 && !repeated)
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
      response.end(host.answer);
    });
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host: PageHost = {
    port: (server.address() as AddressInfo).port,
    pages,
    scripts,
    hanging,
    waiting: (path) => waiting.filter((each) => each.path === path).length,
    release: () => {
      hanging.clear();
      for (const { respond } of waiting.splice(0)) respond();
    },
    recorded,
    engagements,
    statuses,
    events: () => recorded.filter(({ status }) => status === 202).flatMap(({ body }) => body.events),
    starOrigin: false,
    answer: '{}',
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
