import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let path: string;
beforeAll(async () => {
  gateway = await startGateway();
  const { body } = await gateway.request('POST', '/api/v1/sites', { json: { domain: 'notes.example' } });
  path = `/api/v1/sites/${String(body['id'])}/annotations`;
});
afterAll(() => gateway.stop());

const NOTE = { day: '2026-10-25', text: 'New pricing page' };

describe('annotations over HTTP', () => {
  it('are created once per Idempotency-Key, listed, changed and deleted, with entries in the audit log', async () => {
    const { token } = await gateway.newTenant('notes');
    const { body: site } = await gateway.request('POST', '/api/v1/sites', {
      token,
      json: { domain: 'noted.example' },
    });
    const ours = `/api/v1/sites/${String(site['id'])}/annotations`;
    const create = () =>
      gateway.request('POST', ours, { token, json: NOTE, headers: { 'idempotency-key': 'one' } });
    const created = await create();
    const time = '2026-11-01T12:00:00.123Z';
    const { id } = created.body as { id: number };
    expect(created).toMatchObject({ status: 201 });
    expect(created.body).toEqual({ id, ...NOTE, createdAt: time, updatedAt: time });
    expect((await create()).body).toEqual(created.body);
    expect((await gateway.request('GET', ours, { token })).body).toEqual({ annotations: [created.body] });
    expect((await gateway.request('GET', `${ours}?from=2026-10-26`, { token })).body).toEqual({
      annotations: [],
    });
    const json = { day: null, text: 'Old prices' };
    const patched = await gateway.request('PATCH', `${ours}/${id}`, { token, json });
    expect(patched.body).toEqual({ ...(created.body as object), text: 'Old prices' });
    expect((await gateway.request('DELETE', `${ours}/${id}`, { token })).body).toEqual({ deleted: true, id });
    const missing = await gateway.request('DELETE', `${ours}/${id}`, { token });
    expect([missing.status, missing.body['code']]).toEqual([404, 'annotation_not_found']);
    const { entries } = (await gateway.request('GET', '/api/v1/audit', { token })).body as {
      entries: { action: string; targetId: string | null; outcome: string }[];
    };
    const actions = entries
      .filter(({ action }) => action.endsWith('Annotation'))
      .map(({ action, targetId, outcome }) => [action, targetId, outcome]);
    expect(actions.reverse()).toEqual([
      ['createAnnotation', String(id), 'done'],
      ['updateAnnotation', String(id), 'done'],
      ['deleteAnnotation', String(id), 'done'],
      ['deleteAnnotation', String(id), 'refused'],
    ]);
  });

  it.each([
    ['no text', { day: NOTE.day }],
    ['a time as day', { ...NOTE, day: '2026-10-25T12:00:00Z' }],
    ['an impossible day', { ...NOTE, day: '2026-02-30' }],
    ['an unknown field', { ...NOTE, color: 'red' }],
  ])('are rejected with %s', async (_, json) => {
    expect((await gateway.request('POST', path, { json })).status).toBe(400);
  });
});
