import { SHARED_PAGES, type SharedPage } from '@headwater/protos/vocabulary';
import { READS_OF_PAGE } from '../src/domain/shared-pages';
import { DASHBOARD_ENDPOINTS, ENDPOINTS } from '../src/routes/endpoints';
import { dashboardBrowser } from './dashboard-browser';
import { startGateway, type Gateway } from './gateway-fixture';

let gateway: Gateway;
let site = 0;
let otherSite = 0;
let foreignSite = 0;
const ids: Record<string, number> = {};
const keys = {} as Record<SharedPage, string>;
beforeAll(async () => {
  gateway = await startGateway();
  const create = async (path: string, json: object, token = gateway.ours.token) =>
    Number((await gateway.request('POST', path, { json, token })).body['id']);
  site = await create('/api/v1/sites', { domain: 'shared.example' });
  otherSite = await create('/api/v1/sites', { domain: 'unshared.example' });
  const { token } = await gateway.newTenant('foreign');
  foreignSite = await create('/api/v1/sites', { domain: 'foreign.example' }, token);
  const step = { name: 'Signup', type: 'event', event: 'signup' };
  ids['goalId'] = await create(`/api/v1/sites/${site}/goals`, step);
  ids['funnelId'] = await create(`/api/v1/sites/${site}/funnels`, { name: 'Signups', steps: [step, step] });
  for (const page of SHARED_PAGES) keys[page] = await keyOf(await share({ page }));
});
afterAll(() => gateway.stop());

interface Link {
  readonly id: number;
  readonly slug: string;
}

async function share(json: object, at = site): Promise<Link> {
  const { body } = await gateway.request('POST', `/api/v1/sites/${at}/share-links`, { json });
  return { id: Number(body['id']), slug: String(body['url']).split('/').at(-1) ?? '' };
}

async function keyOf({ slug }: Link): Promise<string> {
  const { body } = await dashboardBrowser(gateway.origin).request('POST', '/dashboard/share', {
    json: { slug },
  });
  return String(body['key']);
}

/** Sends a request with a key. The body of a stream is not read. */
async function send(key: string, method: string, path: string) {
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const response = await fetch(`${gateway.origin}${path}`, {
    method,
    headers: { 'x-headwater-share': key, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { body: '{}' } : {}),
  });
  const { status } = response;
  if (response.headers.get('content-type') !== 'text/event-stream')
    return { status, text: await response.text() };
  await response.body?.cancel();
  return { status, text: '' };
}
const read = (page: SharedPage, path: string) => send(keys[page], 'GET', path);

/** The path of an endpoint, at the site; for a report of the workspace with its filter. */
function urlOf({ path, query }: (typeof ENDPOINTS)[number], at = site): string {
  const filled = path
    .replace('{id}', String(at))
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 1));
  return path.startsWith('/api/v1/sites') || !query ? filled : `${filled}?filter[site]=${at}`;
}

const readsOf = (page: SharedPage) =>
  ENDPOINTS.filter(({ operationId }) => READS_OF_PAGE[page].includes(operationId));

describe.each(SHARED_PAGES)('the key of a link to the page %s', (page) => {
  it('calls the reads of this page, and no other endpoint', async () => {
    const reads = readsOf(page);
    expect(reads.map(({ operationId }) => operationId).sort()).toEqual([...READS_OF_PAGE[page]].sort());
    for (const endpoint of reads) {
      expect(endpoint.method).toBe('get');
      for (const method of ['GET', 'HEAD'])
        expect([endpoint.path, (await send(keys[page], method, urlOf(endpoint))).status]).toEqual([
          endpoint.path,
          200,
        ]);
    }
    const others = [...ENDPOINTS, ...DASHBOARD_ENDPOINTS].filter(
      (endpoint) => !endpoint.open && !reads.includes(endpoint) && endpoint.operationId !== 'readBatch',
    );
    expect(others.length).toBeGreaterThan(70);
    for (const endpoint of others) {
      const method = endpoint.method.toUpperCase();
      for (const each of method === 'GET' ? ['GET', 'HEAD'] : [method]) {
        const { status } = await send(keys[page], each, urlOf(endpoint));
        expect([endpoint.path, each, [401, 403].includes(status) ? 'refused' : status]).toEqual([
          endpoint.path,
          each,
          'refused',
        ]);
      }
    }
  });

  it('shows no other site, and not whether it exists', async () => {
    for (const endpoint of readsOf(page)) {
      const answers = [];
      for (const at of [otherSite, foreignSite, 999_999])
        answers.push(await send(keys[page], 'GET', urlOf(endpoint, at)));
      const code = endpoint.params ? 'site_not_found' : 'insufficient_scope';
      const texts = answers.map(({ text }) => text.replace(/"requestId":"[^"]+"/, ''));
      expect(texts[0]).toContain(`"code":"${code}"`);
      expect(new Set(texts).size).toBe(1);
    }
  });

  it('reads the same in a batch, which contains no batch', async () => {
    const paths = [
      ...SHARED_PAGES.flatMap((each) =>
        readsOf(each)
          .slice(0, 1)
          .map((endpoint) => urlOf(endpoint)),
      ),
      '/api/v1/batch',
      '/api/v1/sites',
    ];
    const response = await fetch(`${gateway.origin}/api/v1/batch`, {
      method: 'POST',
      headers: { 'x-headwater-share': keys[page], 'content-type': 'application/json' },
      body: JSON.stringify({ requests: paths.map((path) => ({ path })) }),
    });
    const { responses } = (await response.json()) as { responses: { status: number }[] };
    expect(responses.map(({ status }) => status)).toEqual([
      ...SHARED_PAGES.map((each) => (each === page ? 200 : 403)),
      ...[405, 403],
    ]);
  });
});

describe.each(['revenue', 'acquisition', 'cohorts'] as const)('the shared report %s', (page) => {
  const [endpoint] = readsOf(page);
  const path = endpoint?.path ?? '';

  it.each([
    '',
    '?range=30d',
    '?filter[site]=OTHER',
    '?filter[site]=FOREIGN',
    '?filter[site]=OWN&filter[site]=OTHER',
    '?filter[site]=OTHER&filter[site]=OWN',
    '?filter[site]=OWN&filter[site]=OWN',
    '?filter[site]=OWN&filter[site][is]=OTHER',
    '?filter[site]=OWN&filter[site][contains]=1',
    '?filter[site][is_not]=OTHER',
    '?filter[site][contains]=OWN',
    '?filter[site][starts_with]=OWN',
    '?filter[site]=(none)',
    '?filter[site]=%20OWN',
    '?filter[site]=0OWN',
    '?filter[site]=OWN.0',
    '?filter[Site]=OWN',
    '?filter[site%20]=OWN',
    '?filter[site]=OWN&dimension=company',
    '?filter[site]=OWN&filter[company]=acme',
    '?filter[site]=OWN&filter[company][is_not]=(none)',
    '?filter[site]=OWN&filter[company][starts_with]=a',
    '?filter%5Bsite%5D=OTHER',
  ])('is refused with %s', async (query) => {
    const { calls } = gateway.standIns.identity;
    const before = calls.length;
    const { status, text } = await read(page, `${path}${filled(query)}`);
    expect([status, (JSON.parse(text) as { code: string }).code]).toEqual([403, 'insufficient_scope']);
    expect(calls).toHaveLength(before);
  });

  it.each([
    '?filter[site]=OWN&colour=red',
    '?filter[site]=OWN&filter[site]',
    '?site=OWN',
    '?filter[site]=OWN&filter.company=acme',
    '?filter[site]=OWN&filter[site][or]=OTHER',
    '?filter[site]=OWN&dimension=plan&dimension=company',
  ])('is invalid with %s', async (query) => {
    expect((await read(page, `${path}${filled(query)}`)).status).toBe(400);
  });

  it.each([
    '?filter[site]=OWN',
    '?filter[site][is]=OWN&filter[plan]=pro&dimension=plan&range=90d&timezone=Europe/Berlin',
    '?filter%5Bsite%5D=OWN&dimension=site',
    '?filter[channel]=Email&filter[site]=OWN',
  ])('queries only its site with %s', async (query) => {
    const { calls } = gateway.standIns.identity;
    expect((await read(page, `${path}${filled(query)}`)).status).toBe(200);
    const { filters } = calls.at(-1)?.request as { filters: { key: string }[] };
    expect(filters.filter(({ key }) => key === 'site')).toEqual([
      { key: 'site', operator: 'is', value: String(site) },
    ]);
  });

  it('has no costs', async () => {
    const query = `?dimension=channel&filter[site]=${site}`;
    const [shared, own] = [
      await read(page, `${path}${query}`),
      await gateway.request('GET', `${path}${query}`),
    ];
    expect(shared.text).not.toMatch(/"(costs|cac|roas|paybackPeriod)":(?!null)/);
    expect(shared.text).not.toContain('Paid Search');
    if (page !== 'revenue') expect(JSON.stringify(own.body)).toMatch(/"costs":(?!null)/);
  });

  it('ends with its site', async () => {
    const { body } = await gateway.request('POST', '/api/v1/sites', { json: { domain: `${page}.example` } });
    const id = Number(body['id']);
    const key = await keyOf(await share({ page }, id));
    const readIt = async () => (await send(key, 'GET', `${path}?filter[site]=${id}`)).status;
    expect(await readIt()).toBe(200);
    await gateway.request('DELETE', `/api/v1/sites/${id}`);
    expect(await readIt()).toBe(404);
    await gateway.request('POST', `/api/v1/sites/${id}/restore`);
    expect(await readIt()).toBe(200);
  });
});

const filled = (query: string): string =>
  query
    .replaceAll('OWN', String(site))
    .replaceAll('OTHER', String(otherSite))
    .replaceAll('FOREIGN', String(foreignSite));

it.each([
  ['events', 'events?filter[props.plan]=pro'],
  ['events', 'events/signup?dimension=props.plan&filter[props.plan][contains]=p&compare=previous_period'],
  ['goals', 'goals/GOAL?filter[props.plan]=pro'],
  ['journeys', 'funnels/FUNNEL?dimension=props.plan'],
  ['journeys', 'retention?filter[props.plan]=pro&cohort=day&range=14d'],
] as const)('the page %s shows event properties: %s', async (page, path) => {
  const url = path.replace('GOAL', String(ids['goalId'])).replace('FUNNEL', String(ids['funnelId']));
  expect((await read(page, `/api/v1/sites/${site}/${url}`)).status).toBe(200);
});

it('a page of a later release shows nothing, and stays in the list', async () => {
  const link = await share({ page: 'revenue' });
  await gateway.database.pool.query(`UPDATE gateway.share_links SET page = 'constructor' WHERE id = $1`, [
    link.id,
  ]);
  const key = await keyOf(link);
  for (const endpoint of SHARED_PAGES.flatMap(readsOf))
    expect([endpoint.path, (await send(key, 'GET', urlOf(endpoint))).status]).toEqual([endpoint.path, 403]);
  const { rows } = await gateway.database.pool.query('SELECT page FROM gateway.share_links WHERE id = $1', [
    link.id,
  ]);
  expect(rows).toEqual([{ page: 'constructor' }]);
  await gateway.request('DELETE', `/api/v1/sites/${site}/share-links/${link.id}`);
});
