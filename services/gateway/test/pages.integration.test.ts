import { createHash } from 'node:crypto';
import { ERROR_CODES } from '@headwater/protos/error-codes';
import { inlineHtml } from '../src/domain/reference-pages';
import { LIMITS } from '../src/domain/reference-tables';
import { ENDPOINTS } from '../src/routes/endpoints';
import { type Gateway, startGateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const page = (path: string, method = 'GET') => fetch(`${gateway.origin}${path}`, { method });

describe('/docs', () => {
  it('shows every endpoint without a token, a script or a third party', async () => {
    const response = await page('/docs');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    for (const { operationId } of ENDPOINTS) expect(html).toContain(`id="${operationId}"`);
    expect(html).not.toMatch(/<script|src=|url\(|@import|<link|<img|href="http/i);
  });

  it('shows the description of every endpoint once', async () => {
    const html = await (await page('/docs')).text();
    for (const { operationId, description = '' } of ENDPOINTS) {
      const [, section = ''] = html.split(`<section id="${operationId}">`);
      const [shown = ''] = section.split('</section>');
      const [first = ''] = description.split('\n\n');
      expect([operationId, shown.split(`<p>${inlineHtml(first)}</p>`).length - 1]).toEqual([operationId, 1]);
    }
  });

  it('has an example body or file for every endpoint that requires one', () => {
    for (const { operationId, body, documentedBody, bodyOptional, file, example } of ENDPOINTS) {
      const required = (body ?? documentedBody) !== undefined && !bodyOptional;
      if (required) expect([operationId, example?.body]).toEqual([operationId, expect.any(Object)]);
      if (file) expect([operationId, example?.file]).toEqual([operationId, expect.any(Array)]);
    }
  });

  it('shows an example of every endpoint, every error code and the limits', async () => {
    const html = await (await page('/docs')).text();
    expect(html.match(/<pre>curl /g)).toHaveLength(ENDPOINTS.length);
    for (const code of Object.keys(ERROR_CODES)) expect(html).toContain(`<td><code>${code}</code></td>`);
    for (const [, value] of LIMITS) expect(html).toContain(inlineHtml(value));
  });

  it('has the security headers of documents', async () => {
    const { headers } = await page('/docs');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=/);
  });

  it('allows only its own style', async () => {
    const response = await page('/docs');
    const style = /<style>([^]*?)<\/style>/.exec(await response.text())?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
  });

  it('links only to existing anchors', async () => {
    const html = await (await page('/docs')).text();
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, name]) => name ?? '');
    expect(targets.length).toBeGreaterThan(20);
    for (const target of targets) expect(html).toContain(`id="${target}"`);
  });

  it('answers HEAD like GET, and 405 to other methods', async () => {
    const head = await page('/docs', 'HEAD');
    expect({ status: head.status, text: await head.text() }).toEqual({ status: 200, text: '' });
    const post = await page('/docs', 'POST');
    expect({ status: post.status, allow: post.headers.get('allow') }).toEqual({
      status: 405,
      allow: 'GET, HEAD',
    });
    expect((await page('/docs/x')).status).toBe(404);
  });
});

describe('/llms.txt', () => {
  it('lists every endpoint and its scope', async () => {
    const response = await page('/llms.txt');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await response.text();
    for (const { method, path } of ENDPOINTS) expect(text).toContain(`\`${method.toUpperCase()} ${path}\``);
    expect(text).toContain('scope `sites:write`');
  });
});

test('/.well-known/security.txt exists if the contact is set', async () => {
  const path = '/.well-known/security.txt';
  expect((await page(path)).status).toBe(404);
  const replica = await gateway.startReplica({ securityContact: 'mailto:security@operator.example' });
  try {
    const response = await fetch(`${replica.origin}${path}`);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe(
      'Contact: mailto:security@operator.example\nExpires: 2027-04-30T12:00:00.123Z\nPreferred-Languages: en\n',
    );
    expect((await fetch(`${replica.origin}${path}`, { method: 'POST' })).status).toBe(405);
  } finally {
    await replica.stop();
  }
});
