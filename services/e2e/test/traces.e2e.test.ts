import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  startOtlpReceiver,
  type OtlpReceiver,
  type ReceivedSpan,
} from '@headwater/kit/testing/otlp-receiver';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { parse } from 'yaml';
import { callApi } from '../src/api';
import { START_TIMEOUT_MS, repositoryRoot } from '../src/child-process';
import { startProcesses, type ProcessSystem } from '../src/start-processes';

const [SERVER, CLIENT] = [2, 3] as const;
/** Texts that must never leave the databases. None of them consists of hexadecimal digits. */
const SECRETS = ['zwergspitz@kuckuck.example', 'zwergspitz', 'kuckuck', 'visitor-tukan', 'tarif-zeisig'];
/** Allowed span attributes. */
const ATTRIBUTES = [
  ...['http.request.method', 'http.route', 'http.response.status_code', 'headwater.request_id'],
  ...['rpc.system', 'rpc.service', 'rpc.method', 'error.type', 'db.system.name', 'db.operation.name'],
  ...['db.collection.name', 'db.response.status_code', 'db.response.returned_rows'],
  ...['clickhouse.request.sent_rows', 'clickhouse.summary.read_rows', 'clickhouse.summary.written_rows'],
];
const traceId = randomBytes(16).toString('hex');
const tracedHeaders = {
  traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
  'x-request-id': 'request-7',
};

let receiver: OtlpReceiver;
let system: ProcessSystem;
let stop: () => Promise<void> = () => Promise.resolve();

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  system = await startProcesses({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    LOG_LEVEL: 'debug',
  });
  stop = () => system.stop();
  await useEverything();
}, START_TIMEOUT_MS);

afterAll(async () => {
  await stop();
  await receiver.close();
});

/** Sends requests along all paths through the system, and purges a site. */
async function useEverything(): Promise<void> {
  const call = async (method: string, path: string, body?: unknown, headers = {}) => {
    const answer = await callApi(system, method, `/api/v1${path}`, { body, headers });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
  const { id, snippet } = await call('POST', '/sites', { domain: 'traced.example' });
  const props = { plan: 'tarif-zeisig' };
  await call('POST', `/sites/${id}/events`, {
    events: [{ anonymous_id: 'visitor-tukan', name: 'signup', url: 'https://traced.example/kuckuck', props }],
  });
  const collected = await fetch(`${system.collectUrl}/collect`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', origin: 'https://traced.example' },
    body: JSON.stringify({
      site: id,
      key: /data-key="([^"]+)"/.exec(snippet)?.[1],
      visitor: 'visitor-tukan',
      session: { id: 'session-tukan' },
      events: [{ name: 'pageview', url: 'https://traced.example/?q=zwergspitz' }],
    }),
  });
  expect(collected.status).toBe(202);
  const person = { anonymous_id: 'visitor-tukan', email: 'zwergspitz@kuckuck.example' };
  await call('POST', '/identify', person);
  // Resolve the link before the purge deletes the events, so that identity calls sites.
  await waitFor('the link to be resolved', async () => {
    const { channel } = await call('POST', '/attribution/lookup', { email: person.email });
    return channel !== undefined;
  });
  await call(
    'GET',
    `/sites/${id}/events/signup?range=7d&filter[props.plan]=tarif-zeisig`,
    undefined,
    tracedHeaders,
  );
  await call('POST', `/sites/${id}/goals`, { name: 'Signup', type: 'event', event: 'signup' });
  await call('POST', '/webhooks', { url: 'http://127.0.0.1:9/unused', events: ['goal.reached'] });
  // Goals of deleted sites are not counted.
  await waitFor('the goal to be counted', () =>
    receiver
      .spans()
      .some(({ service, name }) => service === 'headwater-analytics' && name.endsWith('/QueryGoal')),
  );
  await system.runJob('selfaudit');
  await call('DELETE', `/sites/${id}`);
  await system.queryPostgres(
    "UPDATE sites.sites SET deleted_at = deleted_at - interval '31 days', purge_at = purge_at - interval '31 days'",
  );
  await system.runJob('purge');
}

const text = (fact: unknown): string => (typeof fact === 'string' ? fact : '');

/** `caller → callee` of all calls that both sides traced, and of all database statements. */
function edges(spans: readonly ReceivedSpan[]): Set<string> {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  return new Set(
    spans.flatMap(({ service, kind, parentSpanId, attributes }) => {
      const caller = byId.get(parentSpanId ?? '');
      if (kind === CLIENT && text(attributes['db.system.name']) !== '' && caller)
        return [`${service} → ${text(attributes['db.system.name'])}`];
      return kind === SERVER && caller?.kind === CLIENT ? [`${caller.service} → ${service}`] : [];
    }),
  );
}

test('every call between services and to a database belongs to the trace of its request', async () => {
  const expected = deployedEdges();
  const missing = (): string[] => {
    const found = edges(receiver.spans());
    return expected.filter((edge) => !found.has(edge));
  };
  await waitFor('all edges', () => missing().length === 0).catch(() => undefined);
  expect(missing()).toEqual([]);
  expect([...edges(receiver.spans())].sort()).toEqual([...expected].sort());
});

test("the caller's trace continues through gateway and analytics to ClickHouse, and names the route instead of the path", async () => {
  const ancestors = (): string[] => {
    const own = receiver.spans().filter((span) => span.traceId === traceId);
    const above = (span: ReceivedSpan | undefined): string[] =>
      span ? [span.name, ...above(own.find(({ spanId }) => spanId === span.parentSpanId))] : [];
    return above(own.find(({ name }) => name === 'clickhouse.query'));
  };
  await waitFor('all spans', () => ancestors().length === 5);
  expect(ancestors()).toEqual([
    'clickhouse.query',
    'queryFindings',
    'headwater.analytics.v1.Analytics/QueryEvent',
    'headwater.analytics.v1.Analytics/QueryEvent',
    'GET /api/v1/sites/{id}/events/{name}',
  ]);
});

test('log lines of each process contain the request id and the trace id', () => {
  for (const name of ['gateway', 'sites', 'analytics']) {
    const lines = system
      .outputOf(name)
      .split('\n')
      .filter((line) => line.includes('"requestId":"request-7"'));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ traceId });
  }
});

test('spans contain only enumerated values and counts, never customer data', () => {
  const spans = receiver.spans();
  expect(spans.length).toBeGreaterThan(50);
  expect(
    spans.flatMap(({ attributes }) => Object.keys(attributes)).filter((name) => !ATTRIBUTES.includes(name)),
  ).toEqual([]);
  for (const secret of [...SECRETS, system.token]) expect(receiver.text()).not.toContain(secret);
});

const DATABASES: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgresql',
  CLICKHOUSE_URL: 'clickhouse',
};

/**
 * `caller → callee` of all services that have the address of another service or a database in `deploy/compose.yaml`.
 * Excludes migrations, which are not part of requests.
 */
export function deployedEdges(): readonly string[] {
  const text = readFileSync(join(repositoryRoot(), 'deploy/compose.yaml'), 'utf8');
  const { services } = parse(text, { merge: true }) as {
    services: Readonly<Record<string, { readonly environment?: Readonly<Record<string, string>> }>>;
  };
  return Object.entries(services).flatMap(([name, { environment = {} }]) =>
    name === 'migrate'
      ? []
      : Object.keys(environment).flatMap((variable) => {
          const service = /^([A-Z]+)_ADDRESS$/.exec(variable)?.[1]?.toLowerCase();
          const callee = service === undefined ? DATABASES[variable] : `headwater-${service}`;
          return callee === undefined ? [] : [`headwater-${name} → ${callee}`];
        }),
  );
}
