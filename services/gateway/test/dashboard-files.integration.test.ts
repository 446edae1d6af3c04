import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { listen, type HttpListener } from '@headwater/kit/http/listen';
import { createExpressServer } from '@headwater/kit/http/express-server';
import { createApp, type AppOptions } from '../src/http/create-app';
import { serveDashboard } from '../src/http/serve-dashboard';
import { getHealth } from '../src/routes/operation';

const PAGE = '<!doctype html><title>Headwater</title><div id="app"></div>';
const SCRIPT = 'console.log("hello");'.repeat(50);
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors ";

let folder: string;
const started: HttpListener[] = [];
let built: string;
let unbuilt: string;

async function start(dist: string): Promise<string> {
  const handlers = [serveDashboard(dist)];
  const app = createApp([getHealth], { log: silentLog(), handlers } as unknown as AppOptions);
  const listener = await listen(createExpressServer(app), '127.0.0.1', 0);
  started.push(listener);
  return `http://127.0.0.1:${listener.port}`;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headwater-dashboard-'));
  mkdirSync(join(folder, 'dist/assets'), { recursive: true });
  const files = {
    'index.html': PAGE,
    'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'assets/app-abc.js': SCRIPT,
    'assets/app-abc.js.br': brotliCompressSync(SCRIPT),
    'assets/app-abc.css': 'a{}',
    '.sources': 'secret',
    'index.html.1234': 'half written',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'dist', name), text);
  built = await start(join(folder, 'dist'));
  unbuilt = await start(join(folder, 'nowhere'));
});
afterAll(async () => {
  for (const listener of started) await listener.stop();
  rmSync(folder, { recursive: true, force: true });
});

const browse = (path: string, init: RequestInit = {}, origin = built) =>
  fetch(`${origin}${path}`, { headers: { accept: 'text/html,*/*;q=0.8' }, ...init });

describe("the dashboard's HTML page", () => {
  it.each(['/', '/sign-in', '/sites', '/sites/12/overview', '/sites/12/events/a%20b', '/share/x', '/apix'])(
    'is served at %s and may load only its own files',
    async (path) => {
      const response = await browse(path);
      expect({ status: response.status, text: await response.text() }).toEqual({ status: 200, text: PAGE });
      const { headers } = response;
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('content-security-policy')).toBe(
        `${POLICY}${path.startsWith('/share/') ? '*' : "'none'"}`,
      );
      expect(headers.get('x-frame-options')).toBe(path.startsWith('/share/') ? null : 'DENY');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('x-permitted-cross-domain-policies')).toBe('none');
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('set-cookie')).toBeNull();
    },
  );

  it.each([
    '/api/v1/nothing',
    '/api',
    '/dashboard/nothing',
    '/mcp/x',
    '/webhooks/x',
    '/assets/gone.js',
    '/docs/x',
    '/openapi.json/x',
  ])('is not at %s', async (path) => {
    const response = await browse(path);
    await response.arrayBuffer();
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    // Another replica may have the file, so proxies must not cache the 404.
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('is served to browsers only, except at /', async () => {
    const headers = { accept: 'application/json' };
    expect((await browse('/sites', { headers })).status).toBe(404);
    expect((await browse('/', { headers })).status).toBe(200);
  });

  it('allows only GET and HEAD', async () => {
    const response = await browse('/sites', { method: 'POST' });
    expect({ status: response.status, allow: response.headers.get('allow') }).toEqual({
      status: 405,
      allow: 'GET, HEAD',
    });
    const head = await browse('/sites', { method: 'HEAD' });
    expect({ status: head.status, length: head.headers.get('content-length') }).toEqual({
      status: 200,
      length: String(PAGE.length),
    });
  });

  it('explains how to build it if it is not built', async () => {
    const response = await browse('/', {}, unbuilt);
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('npm run build');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

describe("the dashboard's files", () => {
  it('are cached permanently if the name contains a hash, otherwise revalidated', async () => {
    const [script, style, icon] = await Promise.all(
      ['/assets/app-abc.js', '/assets/app-abc.css', '/icon.svg'].map((path) => browse(path)),
    );
    expect(await script?.text()).toBe(SCRIPT);
    expect(script?.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(script?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(style?.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(icon?.headers.get('content-type')).toBe('image/svg+xml');
    expect(icon?.headers.get('cache-control')).toBe('no-cache');
    const etag = icon?.headers.get('etag') ?? '';
    const again = await browse('/icon.svg', { headers: { 'if-none-match': etag } });
    expect({ status: again.status, text: await again.text() }).toEqual({ status: 304, text: '' });
  });

  it('are compressed if the client accepts it', async () => {
    const answer = await new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
      const headers = { 'accept-encoding': 'gzip, br' };
      const sent = request(`${built}/assets/app-abc.js`, { headers }, (response) => {
        const pieces: Buffer[] = [];
        response
          .on('data', (piece: Buffer) => pieces.push(piece))
          .on('end', () =>
            resolve({ encoding: response.headers['content-encoding'], bytes: Buffer.concat(pieces) }),
          )
          .on('error', reject);
      });
      sent.on('error', reject).end();
    });
    expect(answer.encoding).toBe('br');
    expect(brotliDecompressSync(answer.bytes).toString()).toBe(SCRIPT);
    const plain = await browse('/assets/app-abc.js', { headers: { 'accept-encoding': 'br;q=0' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    await plain.arrayBuffer();
  });

  it.each(['/.sources', '/index.html.1234', '/assets/../.sources', '/%2e%2e/package.json', '/assets/'])(
    'do not include %s',
    async (path) => {
      const response = await browse(path, { headers: { accept: '*/*' } });
      await response.arrayBuffer();
      expect(response.status).toBe(404);
    },
  );
});
