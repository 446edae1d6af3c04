import { AppError } from '@headwater/kit/errors';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const readAudit = async (token: string, query = '') => {
  const { status, body } = await gateway.request('GET', `/api/v1/audit${query}`, { token });
  expect(status).toBe(200);
  return body as unknown as { entries: object[]; nextCursor: string | null };
};

it('skips no entry while another service is unavailable', async () => {
  const { token } = await gateway.newTenant('outage');
  for (const name of ['purged-a', 'b', 'purged-c']) {
    const json = { domain: `${name}.outage.example` };
    const { body } = await gateway.request('POST', '/api/v1/sites', { token, json });
    await gateway.request('DELETE', `/api/v1/sites/${String(body['id'])}`, { token });
  }
  const all = (await readAudit(token)).entries;
  expect(all).toHaveLength(8);
  // The outage begins and ends after each number of pages.
  for (const [begin, end] of [
    [0, 1],
    [0, 3],
    [1, 2],
    [2, 5],
    [0, 9],
  ] as const) {
    const listed: object[] = [];
    let cursor: string | null = null;
    let page = 0;
    do {
      if (page === begin)
        Object.assign(gateway.standIns.sites.overrides, {
          ListPurges: () =>
            Promise.reject(
              new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'down' }),
            ),
        });
      if (page === end) delete (gateway.standIns.sites.overrides as Record<string, unknown>)['ListPurges'];
      const answer = await readAudit(token, `?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
      listed.push(...answer.entries);
      cursor = answer.nextCursor;
      page += 1;
    } while (cursor !== null);
    const byText = (entries: readonly object[]) => entries.map((entry) => JSON.stringify(entry)).sort();
    expect(byText(listed)).toEqual(byText(all));
  }
});
