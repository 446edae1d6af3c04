import { randomBytes } from 'node:crypto';
import {
  startOtlpReceiver,
  type OtlpReceiver,
  type ReceivedSpan,
} from '@headwater/kit/testing/otlp-receiver';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { callApi } from '../src/api';
import { deployedEdges } from '../src/deployed-edges';
import { startProcesses, type ProcessSystem } from '../src/start-processes';

const [SERVER, CLIENT] = [2, 3] as const;
/** Words that must never be seen outside of the databases; none of them is made of hexadecimal digits. */
const SECRETS = ['zwergspitz@kuckuck.example', 'zwergspitz', 'kuckuck', 'visitor-tukan', 'tarif-zeisig'];
/** All that a span may say. */
const FACTS = [
  ...['http.request.method', 'http.route', 'http.response.status_code', 'headwater.request_id'],
  ...['rpc.system', 'rpc.service', 'rpc.method', 'error.type', 'db.system.name', 'db.operation.name'],
  ...['db.collection.name', 'db.response.status_code', 'db.response.returned_rows'],
  ...['clickhouse.request.sent_rows', 'clickhouse.summary.read_rows', 'clickhouse.summary.written_rows'],
];
const traceId = randomBytes(16).toString('hex');
const question = {
  traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
  'x-request-id': 'asked-7',
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
}, 120_000);

afterAll(async () => {
  await stop();
  await receiver.close();
});

/** One request a way through the system, and a purge. */
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
  // Settled before the purge takes the events away, so that identity has a link to tell sites of.
  await waitFor('the link to settle', async () => {
    const { channel } = await call('POST', '/attribution/lookup', { email: person.email });
    return channel !== undefined;
  });
  await call(
    'GET',
    `/sites/${id}/events/signup?range=7d&filter[props.plan]=tarif-zeisig`,
    undefined,
    question,
  );
  await call('POST', `/sites/${id}/goals`, { name: 'Signup', type: 'event', event: 'signup' });
  await call('POST', '/webhooks', { url: 'http://127.0.0.1:9/told', events: ['goal.reached'] });
  // Goals of deleted sites are not counted.
  await waitFor('the goal to be counted', () =>
    receiver
      .spans()
      .some(({ service, name }) => service === 'headwater-analytics' && name.endsWith('/QueryGoal')),
  );
  await call('DELETE', `/sites/${id}`);
  await system.askPostgres(
    "UPDATE sites.sites SET deleted_at = deleted_at - interval '31 days', purge_at = purge_at - interval '31 days'",
  );
  await system.runJob('purge');
}

const text = (fact: unknown): string => (typeof fact === 'string' ? fact : '');

/** `caller → callee` of all calls that were received on both sides, and of all statements. */
function edges(spans: readonly ReceivedSpan[]): Set<string> {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  return new Set(
    spans.flatMap(({ service, kind, parentSpanId, facts }) => {
      const caller = byId.get(parentSpanId ?? '');
      if (kind === CLIENT && text(facts['db.system.name']) !== '' && caller)
        return [`${service} → ${text(facts['db.system.name'])}`];
      return kind === SERVER && caller?.kind === CLIENT ? [`${caller.service} → ${service}`] : [];
    }),
  );
}

test('every call between services and to a database is a part of the trace of its request', async () => {
  const expected = deployedEdges();
  const missing = (): string[] => {
    const found = edges(receiver.spans());
    return expected.filter((edge) => !found.has(edge));
  };
  await waitFor('all edges', () => missing().length === 0).catch(() => undefined);
  expect(missing()).toEqual([]);
  expect([...edges(receiver.spans())].sort()).toEqual([...expected].sort());
});

test("a caller's trace goes on through gateway and analytics into ClickHouse, and names the route, not the path", async () => {
  const upwards = (): string[] => {
    const own = receiver.spans().filter((span) => span.traceId === traceId);
    const above = (span: ReceivedSpan | undefined): string[] =>
      span ? [span.name, ...above(own.find(({ spanId }) => spanId === span.parentSpanId))] : [];
    return above(own.find(({ name }) => name === 'clickhouse.query'));
  };
  await waitFor('all of it', () => upwards().length === 5);
  expect(upwards()).toEqual([
    'clickhouse.query',
    'queryFindings',
    'headwater.analytics.v1.Analytics/QueryEvent',
    'headwater.analytics.v1.Analytics/QueryEvent',
    'GET /api/v1/sites/{id}/events/{name}',
  ]);
});

test('log lines have the request id and the trace id together, in each process', () => {
  for (const name of ['gateway', 'sites', 'analytics']) {
    const lines = system
      .outputOf(name)
      .split('\n')
      .filter((line) => line.includes('"requestId":"asked-7"'));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ traceId });
  }
});

test('spans hold closed words and counts: nothing of what was sent, asked or stored', () => {
  const spans = receiver.spans();
  expect(spans.length).toBeGreaterThan(50);
  expect(spans.flatMap(({ facts }) => Object.keys(facts)).filter((fact) => !FACTS.includes(fact))).toEqual(
    [],
  );
  for (const secret of [...SECRETS, system.token]) expect(receiver.text()).not.toContain(secret);
});
