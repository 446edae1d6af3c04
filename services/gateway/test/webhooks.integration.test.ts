import { WEBHOOK_EVENT_TYPES } from '@headwater/protos/webhook-events';
import { startGateway, type Gateway } from './gateway-fixture';
import { NOW } from './analytics-stand-in';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const HOOK = { url: 'https://hooks.example/a', events: ['site.deleted', 'goal.reached'] };
const create = async () => (await gateway.request('POST', '/api/v1/webhooks', { json: HOOK })).body;
const at = new Date(NOW).toISOString();

describe('webhooks', () => {
  it('are created with a secret that is shown only once', async () => {
    const { status, body } = await gateway.request('POST', '/api/v1/webhooks', { json: HOOK });
    expect(status).toBe(201);
    const { secret, ...rest } = body;
    expect(secret).toMatch(/^whsec_/);
    expect(rest).toMatchObject({
      ...{ ...HOOK, description: '', status: 'active', disabledReason: null },
      ...{ disabledAt: null, failingSince: null, createdAt: at },
    });
    expect((await gateway.request('GET', `/api/v1/webhooks/${String(body['id'])}`)).body).toEqual(rest);
    const { body: list } = await gateway.request('GET', '/api/v1/webhooks');
    expect(list['webhooks']).toContainEqual(rest);
  });

  it('are updated, get a new secret, are tested and deleted', async () => {
    const { id } = await create();
    const path = `/api/v1/webhooks/${String(id)}`;
    const changed = await gateway.request('PATCH', path, {
      json: { status: 'disabled', events: ['site.purged'] },
    });
    expect(changed.body).toMatchObject({
      status: 'disabled',
      disabledReason: 'paused',
      events: ['site.purged'],
    });
    const rotated = await gateway.request('POST', `${path}/rotate-secret`);
    expect(rotated).toMatchObject({
      status: 201,
      body: { id, previousUntil: new Date(NOW + 1_000).toISOString() },
    });
    expect(await gateway.request('POST', `${path}/test`)).toMatchObject({
      status: 202,
      body: { noticeId: 'msg_test' },
    });
    expect((await gateway.request('DELETE', path)).body).toEqual({ deleted: true, id });
    expect((await gateway.request('GET', path)).status).toBe(404);
  });

  it('list their deliveries page by page', async () => {
    const { id } = await create();
    const path = `/api/v1/webhooks/${String(id)}/deliveries`;
    const first = (await gateway.request('GET', `${path}?limit=2`)).body;
    expect(first['deliveries']).toMatchObject([
      { id: 3, status: 'pending', problem: 'timed_out', nextAttemptAt: at, endedAt: null },
      { id: 2, status: 'delivered', httpStatus: 204, problem: null, endedAt: at },
    ]);
    const rest = (await gateway.request('GET', `${path}?limit=2&cursor=${String(first['nextCursor'])}`)).body;
    expect(rest).toMatchObject({ deliveries: [{ id: 1 }], nextCursor: null });
  });

  it('are replayed from either a time or a cursor', async () => {
    const { id } = await create();
    const replay = (json: object) =>
      gateway.request('POST', `/api/v1/webhooks/${String(id)}/replay`, { json });
    expect(await replay({ since: '2026-11-01T00:00:00+01:00' })).toMatchObject({
      status: 202,
      body: { queued: 6, nextCursor: null },
    });
    const { body } = await gateway.request('GET', '/api/v1/notices?limit=1');
    const more = await replay({ cursor: body['nextCursor'] });
    expect(more.body).toMatchObject({ queued: 2 });
    expect(await replay({ cursor: more.body['nextCursor'] })).toMatchObject({ status: 202 });
    for (const json of [{}, { since: at, cursor: 'cDE' }, { cursor: 'x' }, { since: 'yesterday' }])
      expect((await replay(json)).status).toBe(400);
  });

  it.each(['0', '-1', '01', 'abc', '999999999999999999', '%31x'])(
    'are not found under the id %s',
    async (id) => {
      for (const [method, rest, body] of [
        ['GET', '', {}],
        ['PATCH', '', { json: {} }],
        ['DELETE', '', {}],
        ['GET', '/deliveries', {}],
        ['POST', '/test', {}],
        ['POST', '/rotate-secret', {}],
        ['POST', '/replay', { json: { since: at } }],
      ] as const) {
        const answer = await gateway.request(method, `/api/v1/webhooks/${id}${rest}`, body);
        expect({ status: answer.status, code: answer.body['code'] }).toEqual({
          status: 404,
          code: 'webhook_not_found',
        });
      }
    },
  );

  it('of another workspace are answered like unknown webhooks', async () => {
    const { id } = await create();
    const { token } = await gateway.newTenant('theirs');
    const headers = { 'x-request-id': 'same' };
    for (const [method, rest] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ['POST', '/test'],
      ['POST', '/rotate-secret'],
    ] as const) {
      const of = async (which: string) => {
        const { status, body } = await gateway.request(method, `/api/v1/webhooks/${which}${rest}`, {
          token,
          headers,
        });
        return { status, body };
      };
      expect(await of(String(id))).toEqual(await of('999999'));
    }
  });

  it('appear in the audit log when they change, without URL and secret', async () => {
    const { id, secret } = await create();
    const { body } = await gateway.request('GET', '/api/v1/audit?limit=1');
    expect(body['entries']).toMatchObject([
      { action: 'createWebhook', targetId: String(id), outcome: 'done' },
    ]);
    expect(JSON.stringify(body)).not.toContain('hooks.example');
    expect(gateway.logLines.join('')).not.toContain(String(secret));
  });
});

describe('the list of webhook events', () => {
  it('lists every type as documented, and continues from its cursor', async () => {
    const { body } = await gateway.request('GET', '/api/v1/notices');
    expect(body['notices']).toHaveLength(WEBHOOK_EVENT_TYPES.length);
    expect(body['more']).toBe(false);
    const again = await gateway.request('GET', `/api/v1/notices?cursor=${String(body['nextCursor'])}`);
    expect(again.body).toEqual({ notices: [], nextCursor: body['nextCursor'], more: false });
    expect((await gateway.request('GET', '/api/v1/notices?limit=2')).body).toMatchObject({ more: true });
  });
});

describe('a token without the scope of an event', () => {
  const tokenWith = async (...scopes: string[]): Promise<string> =>
    String(
      (
        await gateway.request('POST', '/api/v1/tokens', {
          json: { name: 'operator', scopes: ['tokens:admin', ...scopes] },
        })
      ).body['token'],
    );
  const PAYMENTS = { url: 'https://hooks.example/p', events: ['payment.attributed'] };
  const expectRefusal = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
    expect({ status, detail: body['detail'] }).toEqual({
      status: 403,
      detail: expect.stringContaining('payment.attributed requires payments') as unknown,
    });

  it("can't subscribe a webhook to it, or read it through a webhook of a colleague", async () => {
    const token = await tokenWith('sites:read', 'stats:read');
    expectRefusal(await gateway.request('POST', '/api/v1/webhooks', { json: PAYMENTS, token }));
    const { body: own } = await gateway.request('POST', '/api/v1/webhooks', { json: HOOK, token });
    const mine = `/api/v1/webhooks/${String(own['id'])}`;
    expectRefusal(await gateway.request('PATCH', mine, { json: { events: PAYMENTS.events }, token }));
    const { body: other } = await gateway.request('POST', '/api/v1/webhooks', { json: PAYMENTS });
    const theirs = `/api/v1/webhooks/${String(other['id'])}`;
    expectRefusal(
      await gateway.request('PATCH', theirs, { json: { url: 'https://attacker.example/' }, token }),
    );
    expectRefusal(await gateway.request('POST', `${theirs}/rotate-secret`, { token }));
    const since = '2026-11-01T00:00:00Z';
    expectRefusal(await gateway.request('POST', `${theirs}/replay`, { json: { since }, token }));
    expect((await gateway.request('PATCH', mine, { json: { status: 'disabled' }, token })).status).toBe(200);
    expect((await gateway.request('DELETE', theirs, { token })).status).toBe(200);
  });

  it("doesn't see it in the list of events", async () => {
    const listedTypes = async (token: string): Promise<string[]> => {
      const { status, body } = await gateway.request('GET', '/api/v1/notices', { token });
      expect(status).toBe(200);
      return (body['notices'] as { type: string }[]).map(({ type }) => type);
    };
    expect(await listedTypes(await tokenWith('sites:read'))).toEqual([
      'site.installed',
      'site.deleted',
      'site.purged',
    ]);
    expect(await listedTypes(await tokenWith('payments', 'stats:read'))).toEqual([
      'payment.attributed',
      'goal.reached',
    ]);
    const nothing = await gateway.request('GET', '/api/v1/notices', { token: await tokenWith() });
    expect({ status: nothing.status, code: nothing.body['code'] }).toEqual({
      status: 403,
      code: 'insufficient_scope',
    });
  });
});
