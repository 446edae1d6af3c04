import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi, wellFormedToken, type Answer, type System } from '../../src/api';

/** Tests that invalid input gets a clear error, in both deployments. */
export function describeContract(system: () => System): void {
  describe('the API contract', () => {
    let site: number;
    beforeAll(async () => {
      const created = await callApi(system(), 'POST', '/api/v1/sites', {
        body: { domain: 'contract.example' },
      });
      site = created.body.id;
    });

    const expectProblem = (answer: Answer, status: number, code: string): void => {
      expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
      expect(answer.body).toMatchObject({
        status,
        code,
        requestId: expect.any(String),
        detail: expect.any(String),
      });
      expect(answer.status).toBe(status);
      expect(JSON.stringify(answer.body)).not.toMatch(/\n\s+at |node_modules|\.ts:/);
    };

    test.each([
      ['GET', '/api/v1/nothing', 404, 'not_found'],
      ['PUT', '/api/v1/sites', 405, 'method_not_allowed'],
      ['GET', '/api/v1/sites/999999999', 404, 'site_not_found'],
      ['GET', '/api/v1/sites/abc', 404, 'site_not_found'],
      ['GET', '/api/v1/sites?limit=1', 400, 'unknown_parameter'],
      ['POST', '/api/v1/sites', 400, 'invalid_request'],
    ])('%s %s returns %i %s', async (method, path, status, code) => {
      expectProblem(
        await callApi(system(), method, path, method === 'POST' ? { body: {} } : {}),
        status,
        code,
      );
    });

    test.each([
      ['dimension=Pathname', 'unknown_dimension'],
      ['dimension=props.', 'unknown_dimension'],
      ['dimension=__proto__', 'unknown_dimension'],
      ['filter[visitor_id]=1', 'unknown_filter'],
      ['filter[constructor]=1', 'unknown_filter'],
      ['range=30', 'invalid_request'],
      ['range=731d', 'invalid_request'],
      ['from=2026-01-01', 'invalid_request'],
      ['from=2026-02-30&to=2026-03-01', 'invalid_request'],
      ['grain=minute', 'invalid_request'],
      ['range=40d&grain=hour', 'invalid_request'],
      ['limit=0', 'invalid_request'],
      ['limit=501', 'invalid_request'],
      ['limit=1.5', 'invalid_request'],
      ['dimensions=channel', 'unknown_parameter'],
      ['filters[channel]=Direct', 'unknown_parameter'],
    ])('the event analysis rejects ?%s with %s', async (query, code) => {
      expectProblem(
        await callApi(system(), 'GET', `/api/v1/sites/${site}/events/signup?${query}`),
        400,
        code,
      );
    });

    test.each([
      [null, 'missing_token'],
      ['nonsense', 'invalid_token'],
      [wellFormedToken(), 'invalid_token'],
    ])('the token %j is rejected with %s', async (token, code) => {
      const answer = await callApi(system(), 'GET', '/api/v1/sites', { token });
      expectProblem(answer, 401, code);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    });

    test('identify without an email or an anonymous id returns 400 and names the field', async () => {
      for (const [body, field] of [
        [{ email: 'a@example.com' }, 'anonymous_id'],
        [{ anonymous_id: 'v' }, 'email'],
      ] as const) {
        const answer = await callApi(system(), 'POST', '/api/v1/identify', { body });
        expectProblem(answer, 400, 'invalid_request');
        expect(answer.body.errors).toEqual([expect.objectContaining({ field })]);
      }
    });

    test('bulk identify rejects 1001 rows', async () => {
      const users = Array.from({ length: 1001 }, (_, index) => ({ email: `u${index}@example.com` }));
      expectProblem(
        await callApi(system(), 'POST', '/api/v1/identify/bulk', { body: { users } }),
        400,
        'invalid_request',
      );
    });

    test('rejects a body that is not JSON, has another content type or is too large', async () => {
      const post = (body: string, headers = {}) =>
        callApi(system(), 'POST', '/api/v1/sites', { body, headers });
      expectProblem(await post('{"domain":'), 400, 'invalid_json');
      expectProblem(
        await post('domain=x', { 'content-type': 'application/x-www-form-urlencoded' }),
        415,
        'unsupported_media_type',
      );
      expectProblem(await post(JSON.stringify({ domain: 'x'.repeat(2_000_000) })), 413, 'payload_too_large');
    });

    test('100 concurrent requests with spellings of one domain create one site', async () => {
      const spellings = [
        'race.example',
        'WWW.Race.Example',
        'https://www.race.example/path',
        'race.example.',
        'RACE.EXAMPLE',
      ];
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          callApi(system(), 'POST', '/api/v1/sites', {
            body: { domain: spellings[index % spellings.length] },
          }),
        ),
      );
      expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
      expect(
        answers.filter((answer) => answer.body.existing === false).map((answer) => answer.status),
      ).toEqual([201]);
      expect(answers.filter((answer) => answer.body.existing === true)).toHaveLength(99);
    });

    test('echoes a valid request id and replaces an invalid one', async () => {
      const sane = await callApi(system(), 'GET', '/api/v1/sites', {
        headers: { 'x-request-id': 'order-42' },
      });
      expect(sane.headers.get('x-request-id')).toBe('order-42');
      const odd = await callApi(system(), 'GET', '/api/v1/sites', { headers: { 'x-request-id': 'a b' } });
      expect(odd.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    });

    test('accepts events of a server and counts a repeated event id once', async () => {
      const id = '0199f7a0-0000-7000-8000-000000000001';
      const events = [
        {
          event_id: id,
          anonymous_id: 'server-1',
          name: 'pageview',
          url: 'https://contract.example/',
          time: new Date().toISOString(),
        },
      ];
      const send = () => callApi(system(), 'POST', `/api/v1/sites/${site}/events`, { body: { events } });
      expect(await send()).toMatchObject({ status: 202, body: { accepted: 1, dropped: [] } });
      expect(await send()).toMatchObject({ status: 202, body: { accepted: 1, dropped: [] } });
      const { body } = await callApi(system(), 'GET', `/api/v1/sites/${site}/events/pageview?range=2d`);
      expect(body.data).toMatchObject({ events: 1, uniqueVisitors: 1, pageviews: 1 });
      const { body: status } = await callApi(system(), 'GET', `/api/v1/sites/${site}/status`);
      expect(status).toMatchObject({ installed: false, lastEventAt: expect.stringMatching(/Z$/) });
    });

    test('returns the expected numbers of a sandbox', async () => {
      const { status, body: sandbox } = await callApi(system(), 'POST', '/api/v1/sandbox', {
        body: { seed: 3 },
      });
      expect(status).toBe(201);
      const { from, to, visitors, sessions, pageviews, events, channels } = sandbox.expected;
      const get = async (path: string) =>
        (await callApi(system(), 'GET', `/api/v1/sites/${sandbox.id}/${path}?from=${from}&to=${to}`)).body
          .data;
      await waitFor('all visits', async () => (await get('stats')).pageviews === pageviews);
      expect(await get('stats')).toMatchObject({ visitors, sessions, pageviews });
      expect((await get('events')).events).toMatchObject(events);
      const { body } = await callApi(
        system(),
        'GET',
        `/api/v1/sites/${sandbox.id}/stats?from=${from}&to=${to}&dimension=channel`,
      );
      const found = body.data.breakdown.map(
        ({ key, visitors: came, pageviews: seen }: Record<string, unknown>) => ({
          key,
          visitors: came,
          pageviews: seen,
        }),
      );
      expect(found).toHaveLength(channels.length);
      expect(found).toEqual(expect.arrayContaining(channels));
    });

    test('serves an OpenAPI 3.1 document with the paths of the API', async () => {
      const { body } = await callApi(system(), 'GET', '/openapi.json');
      expect(body.openapi).toMatch(/^3\.1\./);
      expect(Object.keys(body.paths)).toEqual(
        expect.arrayContaining([
          '/api/v1/sites',
          '/api/v1/sites/{id}/events/{name}',
          '/api/v1/identify/bulk',
        ]),
      );
    });

    test('is healthy and ready', async () => {
      for (const base of [system().apiUrl, system().collectUrl]) {
        expect((await fetch(`${base}/healthz`)).status).toBe(200);
        expect((await fetch(`${base}/readyz`)).status).toBe(200);
      }
    });
  });
}
