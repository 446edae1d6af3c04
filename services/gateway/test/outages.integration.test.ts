import { EventEmitter, once } from 'node:events';
import type { CallContext } from '@headwater/kit/rpc/types';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { failure } from '@headwater/protos/error-codes';
import { generateToken } from '../src/domain/token-format';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway({ RPC_DEADLINE_MS: '1500', QUESTION_DEADLINE_MS: '60000' });
  await gateway.request('POST', '/api/v1/sites', { json: { domain: 'outage.example' } });
});
afterAll(() => gateway.stop());

const REQUESTS = {
  sites: ['GET', '/api/v1/sites', {}],
  analytics: ['GET', '/api/v1/sites/1/events/signup', {}],
  collector: ['POST', '/api/v1/sites/1/events', { json: { events: [{ anonymous_id: 'v', name: 'x' }] } }],
  identity: ['POST', '/api/v1/identify', { json: { anonymous_id: 'v', email: 'a@example.com' } }],
} as const;

describe.each(Object.keys(REQUESTS) as (keyof typeof REQUESTS)[])('when %s is down', (service) => {
  const request = () => {
    const [method, path, question] = REQUESTS[service];
    return gateway.request(method, path, question);
  };

  it('answers 503 with Retry-After, reports it in /readyz, and recovers automatically', async () => {
    expect((await request()).status).toBeLessThan(300);
    await gateway.standIns[service].stop();
    const down = await request();
    expect({ status: down.status, code: down.body['code'] }).toEqual({
      status: 503,
      code: 'upstream_unavailable',
    });
    expect(Number(down.headers.get('retry-after'))).toBeGreaterThan(0);
    const readiness = await gateway.request('GET', '/readyz', { token: null });
    expect(readiness.status).toBe(503);
    expect(readiness.body['errors']).toEqual([{ field: service, message: 'is unreachable' }]);
    expect((await gateway.request('GET', '/healthz', { token: null })).status).toBe(200);
    await gateway.standIns[service].start();
    await waitFor('recovery', async () => (await request()).status < 300);
    await waitFor(
      'readiness',
      async () => (await gateway.request('GET', '/readyz', { token: null })).status === 200,
    );
  });
});

it('answers 503 with Retry-After while identity is of an earlier release that lacks a method', async () => {
  // It serves none of identity's methods.
  const identityAddress = gateway.standIns.collector.address;
  const replica = await gateway.startReplica({ identityAddress });
  try {
    const headers = { authorization: `Bearer ${gateway.ours.token}` };
    for (const path of ['conversions?event=signup', 'revenue', 'conversions?format=csv']) {
      const answer = await fetch(`${replica.origin}/api/v1/${path}`, { headers });
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '60']);
    }
  } finally {
    await replica.stop();
  }
});

it.each([
  ['identity', 'corrections'],
  ['sites', 'purges'],
] as const)('lists the audit log without the entries of %s while it is down', async (service, part) => {
  await gateway.request('POST', '/api/v1/tokens', { json: { name: 'audited', scopes: ['sites:read'] } });
  const audit = async () => (await gateway.request('GET', '/api/v1/audit')).body;
  expect(await audit()).toMatchObject({ unavailable: [] });
  await gateway.standIns[service].stop();
  const body = await audit();
  await gateway.standIns[service].start();
  expect(body).toMatchObject({ unavailable: [part] });
  expect(body['entries']).toContainEqual(expect.objectContaining({ action: 'createToken' }));
  await waitFor('recovery', async () => ((await audit())['unavailable'] as string[]).length === 0);
});

describe('a slow service', () => {
  afterEach(() => {
    delete (gateway.standIns.sites.overrides as Record<string, unknown>)['ListSites'];
  });

  it('is answered 504 at the deadline', async () => {
    Object.assign(gateway.standIns.sites.overrides, { ListSites: () => new Promise(() => undefined) });
    const { status, body } = await gateway.request('GET', '/api/v1/sites');
    expect({ status, code: body['code'] }).toEqual({ status: 504, code: 'deadline_exceeded' });
  });

  it('has a longer deadline for queries, so that it can return `query_too_heavy`', async () => {
    const release = new EventEmitter();
    const signals: AbortSignal[] = [];
    const tooHeavy = async (_: unknown, call: CallContext) => {
      signals.push(call.signal);
      await once(release, 'now');
      throw failure('query_too_heavy', 'Narrow it.');
    };
    Object.assign(gateway.standIns.analytics.overrides, { QueryEvent: tooHeavy });
    Object.assign(gateway.standIns.sites.overrides, { ListSites: () => new Promise(() => undefined) });
    const answer = gateway.request('GET', '/api/v1/sites/1/events/signup');
    await waitFor('the query', () => signals.length > 0);
    expect((await gateway.request('GET', '/api/v1/sites')).status).toBe(504);
    expect(signals[0]?.aborted).toBe(false);
    release.emit('now');
    const { status, body } = await answer;
    expect({ status, code: body['code'] }).toEqual({ status: 422, code: 'query_too_heavy' });
    delete (gateway.standIns.analytics.overrides as Record<string, unknown>)['QueryEvent'];
  });

  it('is cancelled when the client disconnects', async () => {
    Object.assign(gateway.standIns.sites.overrides, { ListSites: () => new Promise(() => undefined) });
    gateway.standIns.sites.calls.length = 0;
    const client = new AbortController();
    const signals = gateway.request('GET', '/api/v1/sites', { signal: client.signal });
    const call = await waitFor('the call', () => gateway.standIns.sites.calls[0]);
    client.abort();
    await expect(signals).rejects.toThrow();
    await waitFor('its cancellation', () => call.signal.aborted, 1_000);
  });

  it('that fails unexpectedly is answered 500 without the cause', async () => {
    Object.assign(gateway.standIns.sites.overrides, {
      ListSites: () => Promise.reject(new Error('secret detail')),
    });
    const { status, body } = await gateway.request('GET', '/api/v1/sites');
    expect({ status, code: body['code'] }).toEqual({ status: 500, code: 'internal_error' });
    expect(JSON.stringify(body)).not.toContain('secret');
  });
});

it('answers 503 with Retry-After while a shard of analytics is unreachable', async () => {
  const unavailable = () =>
    Promise.reject(failure('upstream_unavailable', 'Retry.', { retryAfterSeconds: 1 }));
  Object.assign(gateway.standIns.analytics.overrides, { QueryEvent: unavailable });
  const { status, headers, body } = await gateway.request('GET', '/api/v1/sites/1/events/signup');
  expect({ status, code: body['code'] }).toEqual({ status: 503, code: 'upstream_unavailable' });
  expect(headers.get('retry-after')).toBe('1');
  delete (gateway.standIns.analytics.overrides as Record<string, unknown>)['QueryEvent'];
});

describe('when Postgres is unreachable', () => {
  it('answers 503 with Retry-After once cached tokens expire, and recovers automatically', async () => {
    gateway.postgres.sever();
    gateway.clock.set(gateway.clock.now() + 5_000);
    const { status, headers, body } = await gateway.request('GET', '/api/v1/sites');
    expect({ status, code: body['code'] }).toEqual({ status: 503, code: 'upstream_unavailable' });
    expect(headers.get('retry-after')).not.toBeNull();
    const readiness = await gateway.request('GET', '/readyz', { token: null });
    expect(readiness.body['errors']).toEqual([{ field: 'postgres', message: 'is unreachable' }]);
    // Rejected without the database, so also now.
    expect((await gateway.request('GET', '/api/v1/sites', { token: 'hw_x' })).status).toBe(401);
    gateway.postgres.restore();
    await waitFor('recovery', async () => (await gateway.request('GET', '/api/v1/sites')).status === 200);
    await waitFor(
      'readiness',
      async () => (await gateway.request('GET', '/readyz', { token: null })).status === 200,
    );
  });
});

describe('a start without Postgres', () => {
  it('listens immediately, becomes ready with Postgres, and then accepts the bootstrap token', async () => {
    const token = generateToken();
    gateway.postgres.sever();
    const late = await gateway.startReplica({ bootstrapToken: token });
    const statusOf = async (path: string): Promise<number> =>
      (await fetch(`${late.origin}${path}`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await statusOf('/healthz')).toBe(200);
    expect([await statusOf('/readyz'), await statusOf('/api/v1/sites')]).toEqual([503, 503]);
    gateway.postgres.restore();
    await waitFor('readiness', async () => (await statusOf('/readyz')) === 200);
    expect(await statusOf('/api/v1/sites')).toBe(200);
    await late.stop();
  });

  it('can be stopped while it waits for Postgres', async () => {
    gateway.postgres.sever();
    const late = await gateway.startReplica({ bootstrapToken: generateToken() });
    await late.stop();
    gateway.postgres.restore();
  });
});
