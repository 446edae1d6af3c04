import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let path: string;
beforeAll(async () => {
  gateway = await startGateway();
  const { body } = await gateway.ask('POST', '/api/v1/sites', { json: { domain: 'kept-in-git.example' } });
  path = `/api/v1/sites/${String(body['id'])}/config`;
});
afterAll(() => gateway.stop());

const GOAL = { name: 'Signup', type: 'event', event: 'signup', filters: [] };
const PAGE = { name: 'Thanks', type: 'page', path: '/thanks', filters: [] };
const put = (json: object, query = '', headers: Record<string, string> = {}) =>
  gateway.ask('PUT', `${path}${query}`, { json, headers });

describe("a site's document", () => {
  it('is read with an ETag, and what was read can be put back without a change', async () => {
    const { body, headers } = await gateway.ask('GET', path);
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

  it('tells what a put changes, and in a dry run what it would', async () => {
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
    const before = (await gateway.ask('GET', path)).body;
    const dry = await put(wanted, '?dryRun=true');
    expect(dry.body).toMatchObject({ dryRun: true, changes });
    expect((await gateway.ask('GET', path)).body).toEqual(before);
    const wet = await put(wanted);
    expect(wet.body).toEqual({ ...dry.body, dryRun: false });
    const read = await gateway.ask('GET', path);
    expect(read.body).toEqual(wet.body['config']);
    expect(wet.headers.get('etag')).toBe(read.headers.get('etag'));
  });

  it('is not put over another than its writer has read', async () => {
    const { body, headers } = await gateway.ask('GET', path);
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
    [{ goals: null }, ''],
    [{}, '?dryRun=yes'],
    [{}, '?dryrun=true'],
  ])('refuses %j with %j', async (json, query) => expect((await put(json, query)).status).toBe(400));

  it('stands in the audit log when it was put, not when it was only looked at', async () => {
    const count = async () =>
      ((await gateway.ask('GET', '/api/v1/audit')).body['entries'] as { action: string }[]).filter(
        ({ action }) => action === 'putConfig',
      ).length;
    const before = await count();
    await put({ name: 'Other' }, '?dryRun=true');
    expect(await count()).toBe(before);
    await put({ name: 'Other' });
    expect(await count()).toBe(before + 1);
  });
});
