import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let path: string;
beforeAll(async () => {
  gateway = await startGateway();
  const { body } = await gateway.request('POST', '/api/v1/sites', {
    json: { domain: 'kept-in-git.example' },
  });
  path = `/api/v1/sites/${String(body['id'])}/config`;
});
afterAll(() => gateway.stop());

const GOAL = { name: 'Signup', type: 'event', event: 'signup', filters: [] };
const PAGE = { name: 'Thanks', type: 'page', path: '/thanks', filters: [] };
const put = (json: object, query = '', headers: Record<string, string> = {}) =>
  gateway.request('PUT', `${path}${query}`, { json, headers });

describe("a site's configuration", () => {
  it('has an ETag and can be put back without a change', async () => {
    const { body, headers } = await gateway.request('GET', path);
    expect(body).toEqual({
      name: 'kept-in-git.example',
      timezone: 'UTC',
      categories: [],
      tags: [],
      goals: [],
      funnels: [],
    });
    const answer = await put(body, '', { 'if-match': headers.get('etag') ?? '' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ dryRun: false, changes: [], config: body });
  });

  it('returns the changes of a put, also in a dry run', async () => {
    await put({ goals: [GOAL], funnels: [{ name: 'Way', steps: [PAGE, GOAL], windowHours: 48 }] });
    const wanted = { timezone: 'Europe/Berlin', goals: [{ ...GOAL, event: 'sign-up' }, PAGE], funnels: [] };
    const changes = [
      { op: 'change', path: 'timezone', before: 'UTC', after: 'Europe/Berlin' },
      { op: 'change', path: 'goals/Signup', before: GOAL, after: { ...GOAL, event: 'sign-up' } },
      { op: 'add', path: 'goals/Thanks', before: null, after: PAGE },
      {
        op: 'remove',
        path: 'funnels/Way',
        before: { name: 'Way', steps: [PAGE, GOAL], windowHours: 48 },
        after: null,
      },
    ];
    const before = (await gateway.request('GET', path)).body;
    const dry = await put(wanted, '?dryRun=true');
    expect(dry.body).toMatchObject({ dryRun: true, changes });
    expect((await gateway.request('GET', path)).body).toEqual(before);
    const wet = await put(wanted);
    expect(wet.body).toEqual({ ...dry.body, dryRun: false });
    const read = await gateway.request('GET', path);
    expect(read.body).toEqual(wet.body['config']);
    expect(wet.headers.get('etag')).toBe(read.headers.get('etag'));
  });

  it('is not replaced if it changed since it was read', async () => {
    const { body, headers } = await gateway.request('GET', path);
    const etag = headers.get('etag') ?? '';
    await put({ tags: ['meanwhile'] });
    const { status, body: problem } = await put(body, '', { 'if-match': etag });
    expect({ status, code: problem['code'] }).toEqual({ status: 412, code: 'config_changed' });
    expect((await put(body, '', { 'if-match': `W/${etag}, "other"` })).status).toBe(412);
    expect((await put(body, '', { 'if-match': '*' })).status).toBe(200);
    expect((await put(body, '', { 'if-match': 'unquoted' })).status).toBe(400);
  });

  it.each([
    [{ domain: 'other.example' }, ''],
    [{ goals: [{ ...GOAL, id: 1 }] }, ''],
    [{ goals: Array.from({ length: 101 }, () => GOAL) }, ''],
    [{}, '?dryRun=yes'],
    [{}, '?dryrun=true'],
  ])('rejects %j with %j', async (json, query) => expect((await put(json, query)).status).toBe(400));

  it('appears in the audit log after a put, but not after a dry run', async () => {
    const count = async () =>
      ((await gateway.request('GET', '/api/v1/audit')).body['entries'] as { action: string }[]).filter(
        ({ action }) => action === 'putConfig',
      ).length;
    const before = await count();
    await put({ name: 'Other' }, '?dryRun=true');
    expect(await count()).toBe(before);
    await put({ name: 'Other' });
    expect(await count()).toBe(before + 1);
  });
});
