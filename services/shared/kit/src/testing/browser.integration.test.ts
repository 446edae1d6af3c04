import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { launchBrowser } from './browser';

test('opens a page on a test host name in a real Chromium and resolves no other name', async () => {
  const browser = await launchBrowser({ hosts: { 'shop.test': '127.0.0.1' } });
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<a href="#clicked">host ${request.headers.host ?? ''}</a>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const page = await browser.newPage();
    await page.goto(`http://shop.test:${port}/`);
    expect(await page.textContent('body')).toBe(`host shop.test:${port}`);
    // Text takes up room, so a font was found.
    await page.click('a', { timeout: 5_000 });
    expect(page.url()).toMatch(/#clicked$/);
    await page.goto(`http://127.0.0.1:${port}/`);
    expect(await page.textContent('body')).toBe(`host 127.0.0.1:${port}`);
    await expect(page.goto(`http://other.test:${port}/`)).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
});
