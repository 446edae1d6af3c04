import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A customer's site of three pages, served on a port of its own; host names lead to it by the browser's own rules. */
export interface Shop {
  readonly port: number;
  close(): Promise<void>;
}

/** @param snippet the script element that creating the site returned. */
export async function startShop(snippet: string): Promise<Shop> {
  const pages: Record<string, string> = {
    '/': '<h1>Shop</h1><a id="pricing" href="/pricing">Pricing</a>',
    '/pricing': '<h1>Pricing</h1><a id="thanks" href="/thanks">Buy</a>',
    '/thanks': '<h1>Thanks</h1>',
  };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop');
    const page = pages[pathname === '/' ? '/' : pathname.replace(/\/$/, '')];
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page ? `<!doctype html><head>${snippet}</head><body>${page}</body>` : 'not here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
