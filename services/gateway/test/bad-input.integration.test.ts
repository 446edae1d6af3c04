import { connect } from 'node:net';
import fc from 'fast-check';
import { cpuClock } from '@headwater/kit/testing/cpu-clock';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const post = (raw: string | Uint8Array, headers: Record<string, string> = {}) =>
  gateway.request('POST', '/api/v1/sites', { raw, headers });

/** Sends raw bytes and returns all received bytes until the connection closes. */
function rawExchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(gateway.port, '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (text) => {
      answer += String(text);
    });
    socket.on('end', () => resolve(answer)).on('error', reject);
    setTimeout(() => socket.destroy(new Error(`no end after: ${answer}`)), 5_000).unref();
  });
}

describe('bodies', () => {
  const deep = (levels: number) => `{"domain":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  it.each([
    ['nothing', '', 400, 'invalid_json'],
    ['white space', ' \n', 400, 'invalid_json'],
    ['half an object', '{"domain":', 400, 'invalid_json'],
    ['a trailing comma', '{"domain":"a.example",}', 400, 'invalid_json'],
    ['something after the value', '{"domain":"a.example"} x', 400, 'invalid_json'],
    ['single quotes', "{'domain':'a.example'}", 400, 'invalid_json'],
    ['NaN', '{"domain":NaN}', 400, 'invalid_json'],
    ['a list', '[]', 400, 'invalid_request'],
    ['null', 'null', 400, 'invalid_request'],
    ['a string', '"a.example"', 400, 'invalid_request'],
    ['a number too large', '{"domain":1e999}', 400, 'invalid_request'],
    ['a NUL character', '{"domain":"a\\u0000.example"}', 400, 'invalid_request'],
    ['a NUL character in a key', '{"domain":"a.example","\\u0000":1}', 400, 'invalid_request'],
    ['half a surrogate pair', '{"domain":"a\\ud800.example"}', 400, 'invalid_request'],
    ['__proto__', '{"domain":"a.example","__proto__":{"detect":true}}', 400, 'invalid_request'],
    ['constructor', '{"domain":"a.example","constructor":{}}', 400, 'unknown_field'],
    ['an unknown field', '{"domain":"a.example","tag":["x"]}', 400, 'unknown_field'],
    ['a missing field', '{}', 400, 'invalid_request'],
    ['a category that is not listed', '{"domain":"a.example","categories":["Saas"]}', 400, 'invalid_request'],
    ['tags that are no list', '{"domain":"a.example","tags":"x"}', 400, 'invalid_request'],
    ['depth 1,000', deep(1_000), 400, 'invalid_request'],
    ['depth 400,000', deep(400_000), 400, 'invalid_request'],
    ['open brackets only', '['.repeat(500_000), 400, 'invalid_json'],
    ['5 MB', `{"domain":"${'x'.repeat(5_000_000)}"}`, 413, 'payload_too_large'],
  ])('answers %s with a clear error, fast', async (_what, raw, status, code) => {
    const usedMs = cpuClock();
    const answer = await post(raw);
    expect({ status: answer.status, code: answer.body['code'] }).toEqual({ status, code });
    expect(usedMs()).toBeLessThan(1_000); // seen: under 100
    expect(gateway.standIns.sites.calls).toEqual([]);
  });

  it('are rejected with 400 if they are not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('{"domain":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    expect((await post(bytes)).body['code']).toBe('invalid_json');
  });

  it('are rejected with every unknown field and the allowed values', async () => {
    const unknown = await post('{"domain":"a.example","foo":1,"bar":2}');
    expect(unknown.body['errors']).toEqual([
      { field: 'foo', message: expect.any(String) as unknown },
      { field: 'bar', message: expect.any(String) as unknown },
    ]);
    const category = await post('{"domain":"a.example","categories":["saas","x"]}');
    expect(category.body['errors']).toEqual([
      { field: 'categories[1]', message: expect.stringContaining('saas, ecommerce') as unknown },
    ]);
  });

  it('use the last of two equal keys, as JSON does', async () => {
    expect((await post('{"domain":"a.example","domain":"twice.example"}')).body['domain']).toBe(
      'twice.example',
    );
    gateway.standIns.sites.calls.length = 0;
  });

  it('are limited without a Content-Length, too', async () => {
    const response = await fetch(`${gateway.origin}/api/v1/sites`, {
      method: 'POST',
      duplex: 'half',
      headers: { authorization: `Bearer ${gateway.ours.token}`, 'content-type': 'application/json' },
      body: new ReadableStream({
        start: (stream) => {
          for (let n = 0; n < 20; n += 1) stream.enqueue(Buffer.alloc(100_000, 32));
          stream.close();
        },
      }),
    });
    expect(response.status).toBe(413);
  });

  it.each([
    ['text/plain', {}],
    ['application/x-www-form-urlencoded', {}],
    ['application/json; charset=latin1', {}],
    ['application/jsonx', {}],
    ['application/json', { 'content-encoding': 'gzip' }],
  ])('answers 415 to %s %j', async (type, more) => {
    const { status } = await post('{"domain":"a.example"}', { 'content-type': type, ...more });
    expect(status).toBe(415);
  });

  it.each(['application/json;charset=utf-8', 'Application/JSON; charset="UTF-8"'])(
    'are accepted as %s',
    async (type) => {
      expect((await post('{"domain":"typed.example"}', { 'content-type': type })).status).toBeLessThan(300);
    },
  );
});

describe('paths, methods and headers', () => {
  it.each([
    '/x',
    '/api',
    '/api/v1',
    '/api/v1/site',
    '/API/v1/sites',
    '/api/v2/sites',
    '/api/v1/sites/1/restore/x',
    '/..%2f..%2fetc/passwd',
  ])('answers 404 to %s', async (path) =>
    expect((await gateway.request('GET', path)).body['code']).toBe('not_found'),
  );

  it.each(['/api/v1/sites/%ZZ', '/%E0%A4%A', '/api/v1/sites/1/events/%C3%28'])(
    'are rejected with 400: %s',
    async (path) => {
      expect((await gateway.request('GET', path)).body['code']).toBe('invalid_request');
    },
  );

  it.each([
    ['PUT', '/api/v1/sites', 'GET, HEAD, POST'],
    ['DELETE', '/api/v1/sites', 'GET, HEAD, POST'],
    ['OPTIONS', '/api/v1/sites', 'GET, HEAD, POST'],
    ['POST', '/api/v1/sites/1', 'GET, HEAD, PATCH, DELETE'],
    ['GET', '/api/v1/identify', 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
  ])('answers 405 with Allow to %s %s, token or not', async (method, path, allow) => {
    for (const token of [gateway.ours.token, null]) {
      const { status, headers } = await gateway.request(method, path, { token });
      expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow });
    }
  });

  it('answer HEAD like GET without a body', async () => {
    const { status, headers } = await gateway.request('HEAD', '/api/v1/categories');
    expect(status).toBe(200);
    expect(Number(headers.get('content-length'))).toBeGreaterThan(100);
  });

  it('reject parameters if the endpoint takes none', async () => {
    expect((await gateway.request('GET', '/api/v1/categories?x=1')).body['code']).toBe('unknown_parameter');
    expect((await gateway.request('GET', '/api/v1/sites?deleted=yes')).body['code']).toBe('invalid_request');
  });

  it('are rejected with 414 for a long URL and 431 for long headers', async () => {
    expect((await gateway.request('GET', `/api/v1/sites?deleted=${'x'.repeat(9_000)}`)).status).toBe(414);
    const answer = await rawExchange(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('"code":"headers_too_large"');
  });

  it('are rejected with 400 and a problem document if they are not HTTP', async () => {
    for (const bytes of [
      'garbage\r\n\r\n',
      'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
      'GET /\x01 HTTP/1.1\r\nHost: x\r\n\r\n',
    ]) {
      const answer = await rawExchange(bytes);
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('application/problem+json');
    }
  });

  it('return a valid request id and replace an invalid one', async () => {
    const echoed = await gateway.request('GET', '/healthz', { headers: { 'x-request-id': 'trace:1.2-3_4' } });
    expect(echoed.headers.get('x-request-id')).toBe('trace:1.2-3_4');
    for (const bad of ['a b', '<script>', 'x'.repeat(129)]) {
      const { headers } = await gateway.request('GET', '/healthz', { headers: { 'x-request-id': bad } });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('reveal no software and carry security headers', async () => {
    const { headers } = await gateway.request('GET', '/healthz');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8,}; includeSubDomains$/);
  });
});

describe('any text in any parameter', () => {
  const PIECES = [
    "' OR 1=1--",
    '"; DROP TABLE x',
    '{name:String}',
    '${7*7}',
    '../../',
    '\u202e',
    '%',
    '<script>',
    '\\',
    '[is_not]',
    '\r\nX: y',
  ];
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join('')),
  );

  it('is answered with 2xx or 4xx', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (raw) => {
        const coded = encodeURIComponent(raw);
        const answers = await Promise.all([
          gateway.request('GET', `/api/v1/sites/1/events/${coded}`),
          gateway.request('GET', `/api/v1/sites/${coded || 'x'}/status`),
          gateway.request('GET', `/api/v1/sites/1/events/x?range=${coded}&limit=${coded}`),
          gateway.request('GET', `/api/v1/sites/1/events/x?dimension=${coded}`),
          gateway.request('GET', `/api/v1/sites/1/events/x?${coded}=1`),
          gateway.request('GET', `/api/v1/sites/1/events/x?filter%5B${coded}%5D=${coded}`),
          gateway.request('POST', '/api/v1/identify', {
            json: { anonymous_id: raw, email: raw, traits: { [raw]: raw } },
          }),
          gateway.request('POST', '/api/v1/identify', { json: { [raw]: raw } }),
        ]);
        for (const { status } of answers) expect(status).toBeLessThan(500);
      }),
      { seed: 1, numRuns: 60 },
    );
  });
});

describe('a NUL character', () => {
  const cursorOf = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url');
  it.each([
    ['in a path', '/payments/a%00b/credit', 'paymentId'],
    ['in the path of a site', '/sites/1/events/a%00b', 'name'],
    ['in a cursor', `/costs?cursor=${cursorOf(['2026-01-01', 'a\0', '', '', ''])}`, 'cursor'],
    ['or the year 0 in a cursor', `/costs?cursor=${cursorOf(['0000-01-01', '', '', '', ''])}`, 'cursor'],
  ])('%s is refused', async (_where, path, field) => {
    gateway.standIns.identity.calls.length = 0;
    const { status, body } = await gateway.request('GET', `/api/v1${path}`);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ field }] },
    });
    expect(gateway.standIns.identity.calls).toEqual([]);
  });
});
