import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  startSecuredPostgres,
  type CertificateFiles,
  type SecuredPostgres,
} from '@headwater/engines/start-secured-postgres';
import { certificatePath } from '@headwater/kit/testing/certificates';
import { engineUrls, withDatabase } from '@headwater/kit/testing/engine-urls';
import { startTlsFront, type TlsFront } from '@headwater/kit/testing/tls-front';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi, type Answer } from '../src/api';
import { startProcess } from '../src/child-process';
import { startProcesses, type ProcessSystem } from '../src/start-processes';

const events = `tls_${randomBytes(6).toString('hex')}`;
let directory: string;
/** Both are reached by TLS alone, with certificates of an authority of their own. */
let postgres: SecuredPostgres;
let clickhouse: TlsFront;
let system: ProcessSystem;
/** What every process is told of them. */
let settings: { DATABASE_URL: string; CLICKHOUSE_URL: string; NODE_EXTRA_CA_CERTS: string };

const files = (name: string): CertificateFiles => ({
  cert: certificatePath(name),
  key: certificatePath(`${name}.key`),
});

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'headwater-secured-'));
  // As root, Postgres runs under another account, which has to pass through.
  chmodSync(directory, 0o711);
  postgres = await startSecuredPostgres(directory, files('service'));
  clickhouse = await startTlsFront(engineUrls().clickhouseUrl, 'service');
  settings = {
    DATABASE_URL: `${postgres.url}?sslmode=verify-full`,
    CLICKHOUSE_URL: withDatabase(clickhouse.url, events),
    NODE_EXTRA_CA_CERTS: certificatePath('ca'),
  };
  system = await startProcesses(settings, (roles) =>
    Promise.resolve(new Map([...roles.keys()].map((role) => [role, settings.DATABASE_URL]))),
  );
}, 120_000);
afterAll(async () => {
  await system.stop();
  await clickhouse.stop();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** The same URL at another host. */
function at(text: string, hostname: string): string {
  const url = new URL(text);
  url.hostname = hostname;
  return url.toString();
}

const api = (method: string, path: string, body?: unknown): Promise<Answer> =>
  callApi(system, method, `/api/v1${path}`, body === undefined ? {} : { body });
const done = async (call: Promise<Answer>): Promise<Answer['body']> => {
  const { status, body } = await call;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
};
const signup = { name: 'signup', url: 'https://shop.example/' };
const send = (site: number, visitor: string): Promise<Answer> =>
  api('POST', `/sites/${site}/events`, {
    events: [{ event_id: randomUUID(), anonymous_id: visitor, ...signup }],
  });
const counted = async (site: number): Promise<unknown> =>
  (await api('GET', `/sites/${site}/events/signup?range=1d`)).body?.data?.events;

test('all services work on databases that are reached by TLS alone, whose certificates they check', async () => {
  const { id } = await done(api('POST', '/sites', { domain: 'shop.example' }));
  await done(send(id, 'v1'));
  await waitFor('the event to be counted', async () => (await counted(id)) === 1);
  await done(api('POST', '/identify', { anonymous_id: 'v1', email: 'ada@shop.example' }));
  await waitFor('the link to settle', async () => {
    const { body } = await api('POST', '/attribution/lookup', { email: 'ada@shop.example' });
    return body?.channel;
  });

  await done(api('DELETE', `/sites/${id}`));
  await postgres.ask(
    "UPDATE sites.sites SET deleted_at = deleted_at - interval '31 days', purge_at = purge_at - interval '31 days'",
  );
  await system.runJob('purge');
  expect((await done(api('GET', `/sites/${id}/purge`))).state).toBe('purged');
});

test('while a certificate can not be trusted calls are told to come back and events wait; nothing is started again', async () => {
  const { id, snippet } = await done(api('POST', '/sites', { domain: 'other.example' }));
  const collect = (): Promise<Response> =>
    fetch(`${system.collectUrl}/collect`, {
      method: 'POST',
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
      body: JSON.stringify({
        ...{ site: id, key: /data-key="([^"]+)"/.exec(snippet as string)?.[1] },
        ...{ visitor: randomUUID(), session: { id: randomUUID() } },
        events: [{ id: randomUUID(), name: 'signup', url: 'https://other.example/' }],
      }),
    });
  expect((await collect()).status).toBe(202);
  await waitFor('the event to be counted', async () => (await counted(id)) === 1);

  const refused = async (ask: () => Promise<Answer>, ...tellers: string[]): Promise<void> => {
    const { status, headers, body } = await waitFor(`${tellers.join(' or ')} to tell why`, async () => {
      const answer = await ask();
      const told = tellers.some((service) => system.outputOf(service).includes('NODE_EXTRA_CA_CERTS'));
      return answer.status !== 200 && told && answer;
    });
    expect({ status, body }).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  };
  clickhouse.show('stranger');
  // Each time another question: what was answered before is kept for a while.
  let limit = 1;
  await refused(
    () => api('GET', `/sites/${id}/events/signup?range=1d&dimension=pathname&limit=${(limit += 1)}`),
    'analytics',
  );
  expect((await collect()).status).toBe(202);
  await postgres.show(files('stranger'));
  await refused(() => api('GET', '/sites'), 'gateway', 'sites');

  clickhouse.show('service');
  await postgres.show(files('service'));
  await waitFor('the sites to be listed', async () => (await api('GET', '/sites')).status === 200);
  await waitFor('the event of meanwhile to be counted', async () => (await counted(id)) === 2);
});

describe('a mistake is refused, and the remedy is named', () => {
  const OTHER_AUTHORITY = { NODE_EXTRA_CA_CERTS: certificatePath('renewed-ca') };
  /** Leads to this machine as well, and is in no certificate. */
  const OTHER_NAME = '0.0.0.0';

  test.each<[string, () => Record<string, string>, RegExp]>([
    ['the certificates of another authority', () => OTHER_AUTHORITY, /NODE_EXTRA_CA_CERTS/],
    ['no authority', () => ({ NODE_EXTRA_CA_CERTS: '' }), /NODE_EXTRA_CA_CERTS/],
    [
      'another name of Postgres',
      () => ({ DATABASE_URL: at(settings.DATABASE_URL, OTHER_NAME) }),
      /as its certificate does/,
    ],
    [
      'another name of ClickHouse',
      () => ({ CLICKHOUSE_URL: at(settings.CLICKHOUSE_URL, OTHER_NAME) }),
      /as its certificate does/,
    ],
    ['plaintext to Postgres', () => ({ DATABASE_URL: postgres.url }), /sslmode=verify-full/],
    [
      'plaintext to ClickHouse',
      () => ({ CLICKHOUSE_URL: settings.CLICKHOUSE_URL.replace('https:', 'http:') }),
      /begins with https:/,
    ],
    [
      'TLS to a Postgres without',
      () => ({ DATABASE_URL: `${engineUrls().databaseUrl}?sslmode=verify-full` }),
      /leave sslmode out/,
    ],
    [
      'TLS to a ClickHouse without',
      () => ({ CLICKHOUSE_URL: engineUrls().clickhouseUrl.replace('http:', 'https:') }),
      /use http:/,
    ],
  ])('%s', async (_mistake, mistaken, remedy) => {
    const job = startProcess('migrate', { ...settings, ...mistaken() }, { isBuilt: true });
    expect(await job.ended).toBe(1);
    expect(job.output()).toMatch(remedy);
  });

  test.each([
    ['sites', { SITES_PORT: '0', SECRETS_KEY: randomBytes(32).toString('base64') }],
    ['identity', { IDENTITY_PORT: '0', HMAC_KEYS: `k1:${randomBytes(32).toString('base64')}` }],
    ['gateway', { GATEWAY_PORT: '0', SECRETS_KEY: randomBytes(32).toString('base64') }],
    ['analytics', { ANALYTICS_PORT: '0' }],
  ])('%s is not ready and tells why', async (name, own) => {
    const env = { ...settings, ...OTHER_AUTHORITY, ...own, METRICS_PORT: '0' };
    const service = startProcess(name, env, { isBuilt: true });
    try {
      const port = await service.line('its port', (line) => /"metrics":(\d+)/.exec(line)?.[1]);
      await service.line('that it started', (line) => line.includes('"msg":"started"') || undefined);
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
      expect(answer.status).toBe(503);
      await service.line('the remedy', (line) => /"remedy":".*NODE_EXTRA_CA_CERTS/.exec(line)?.[0]);
    } finally {
      await service.stop();
    }
  });
});
