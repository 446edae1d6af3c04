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
import { START_TIMEOUT_MS, startProcess } from '../src/child-process';
import { startProcesses, type ProcessSystem } from '../src/start-processes';

const events = `tls_${randomBytes(6).toString('hex')}`;
let directory: string;
/** Both databases accept only TLS and use certificates of a private CA. */
let postgres: SecuredPostgres;
let clickhouse: TlsFront;
let system: ProcessSystem;
/** Settings of all processes. */
let settings: { DATABASE_URL: string; CLICKHOUSE_URL: string; NODE_EXTRA_CA_CERTS: string };

const files = (name: string): CertificateFiles => ({
  cert: certificatePath(name),
  key: certificatePath(`${name}.key`),
});

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'headwater-secured-'));
  // As root, Postgres runs as another user, which needs to traverse the directory.
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
}, START_TIMEOUT_MS);
afterAll(async () => {
  await system.stop();
  await clickhouse.stop();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Replaces the host of a URL. */
function withHost(text: string, hostname: string): string {
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

test('all services work with databases that require TLS, and verify their certificates', async () => {
  const { id } = await done(api('POST', '/sites', { domain: 'shop.example' }));
  await done(send(id, 'v1'));
  await waitFor('the event to be counted', async () => (await counted(id)) === 1);
  await done(api('POST', '/identify', { anonymous_id: 'v1', email: 'ada@shop.example' }));
  await waitFor('the link to be resolved', async () => {
    const { body } = await api('POST', '/attribution/lookup', { email: 'ada@shop.example' });
    return body?.channel;
  });

  await done(api('DELETE', `/sites/${id}`));
  await postgres.query(
    "UPDATE sites.sites SET deleted_at = deleted_at - interval '31 days', purge_at = purge_at - interval '31 days'",
  );
  await system.runJob('purge');
  expect((await done(api('GET', `/sites/${id}/purge`))).state).toBe('purged');
});

test('with an untrusted certificate calls return 503 and events are queued; later all work without a restart', async () => {
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

  const refused = async (call: () => Promise<Answer>, ...services: string[]): Promise<void> => {
    const { status, headers, body } = await waitFor(
      `${services.join(' or ')} to log the reason`,
      async () => {
        const answer = await call();
        const isLogged = services.some((service) => system.outputOf(service).includes('NODE_EXTRA_CA_CERTS'));
        return answer.status !== 200 && isLogged && answer;
      },
    );
    expect({ status, body }).toMatchObject({ status: 503, body: { code: 'upstream_unavailable' } });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  };
  clickhouse.show('stranger');
  // A new query each time, because results are cached.
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
  await waitFor('the queued event to be counted', async () => (await counted(id)) === 2);
});

describe('a wrong setting fails with a hint', () => {
  const OTHER_CA = { NODE_EXTRA_CA_CERTS: certificatePath('renewed-ca') };
  /** Also resolves to this machine, but is in no certificate. */
  const OTHER_NAME = '0.0.0.0';

  test.each<[string, () => Record<string, string>, RegExp]>([
    ['the certificate of another CA', () => OTHER_CA, /NODE_EXTRA_CA_CERTS/],
    ['no CA', () => ({ NODE_EXTRA_CA_CERTS: '' }), /NODE_EXTRA_CA_CERTS/],
    [
      'another host name of Postgres',
      () => ({ DATABASE_URL: withHost(settings.DATABASE_URL, OTHER_NAME) }),
      /Use a host name that it includes/,
    ],
    [
      'another host name of ClickHouse',
      () => ({ CLICKHOUSE_URL: withHost(settings.CLICKHOUSE_URL, OTHER_NAME) }),
      /Use a host name that it includes/,
    ],
    ['plaintext to Postgres', () => ({ DATABASE_URL: postgres.url }), /sslmode=verify-full/],
    [
      'plaintext to ClickHouse',
      () => ({ CLICKHOUSE_URL: settings.CLICKHOUSE_URL.replace('https:', 'http:') }),
      /must begin with https:/,
    ],
    [
      'TLS to a Postgres without TLS',
      () => ({ DATABASE_URL: `${engineUrls().databaseUrl}?sslmode=verify-full` }),
      /remove sslmode from DATABASE_URL/,
    ],
    [
      'TLS to a ClickHouse without TLS',
      () => ({ CLICKHOUSE_URL: engineUrls().clickhouseUrl.replace('http:', 'https:') }),
      /or http: in CLICKHOUSE_URL/,
    ],
  ])('%s', async (_case, wrongSettings, hint) => {
    const job = startProcess('migrate', { ...settings, ...wrongSettings() });
    expect(await job.ended).toBe(1);
    expect(job.output()).toMatch(hint);
  });

  test.each([
    ['sites', { SITES_PORT: '0', SECRETS_KEY: randomBytes(32).toString('base64') }],
    ['identity', { IDENTITY_PORT: '0', HMAC_KEYS: `k1:${randomBytes(32).toString('base64')}` }],
    ['gateway', { GATEWAY_PORT: '0', SECRETS_KEY: randomBytes(32).toString('base64') }],
    ['analytics', { ANALYTICS_PORT: '0' }],
  ])('%s is not ready and logs the reason', async (name, own) => {
    const env = { ...settings, ...OTHER_CA, ...own, METRICS_PORT: '0' };
    const service = startProcess(name, env);
    try {
      const port = await service.line('its port', (line) => /"metrics":(\d+)/.exec(line)?.[1]);
      await service.line('that it started', (line) => line.includes('"msg":"started"') || undefined);
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`);
      expect(answer.status).toBe(503);
      await service.line('the hint', (line) => /"hint":".*NODE_EXTRA_CA_CERTS/.exec(line)?.[0]);
    } finally {
      await service.stop();
    }
  });
});
