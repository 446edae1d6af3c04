import { createClickhouse } from '../src/clickhouse/client';
import { createPool, type Pool } from '../src/pg/pool';
import { engineUrls } from '../src/testing/engine-urls';
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from '../src/testing/otlp-receiver';
import { recordedLog, silentLog } from '../src/testing/silent-log';
import { currentTracer, inSpan, startTracing } from '../src/trace/tracing';

let receiver: OtlpReceiver;
let pool: Pool;

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  pool = createPool({
    databaseUrl: engineUrls().databaseUrl,
    applicationName: 'traced',
    max: 1,
    log: silentLog(),
  });
});

afterAll(async () => {
  await pool.end();
  await receiver.close();
});

/** Traces `work` and exports all spans. */
async function traced(work: () => Promise<void>, ratio = 1): Promise<void> {
  const { log, lines } = recordedLog();
  const stop = await startTracing({ name: 'test', endpoint: receiver.url, ratio, log });
  await work().finally(stop);
  expect(lines).toEqual([]);
}

const within = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  inSpan({ name, kind: 'internal' }, work);
const named = (name: string): ReceivedSpan[] => receiver.spans().filter((span) => span.name === name);

test('without an endpoint there is no tracer, and work runs as usual', async () => {
  const stop = await startTracing({ name: 'test', endpoint: undefined, ratio: 1, log: silentLog() });
  expect(currentTracer()).toBeUndefined();
  expect(await within('untraced', () => Promise.resolve(7))).toBe(7);
  await stop();
});

test('a statement that waited for a connection belongs to its own trace', async () => {
  const callers = Array.from({ length: 8 }, (_, index) => `caller ${index}`);
  await traced(async () => {
    await Promise.all(
      callers.map((caller, index) =>
        within(caller, () =>
          index % 2 === 0
            ? pool.query('SELECT pg_sleep(0.01)')
            : pool.connect().then((client) => client.query('SELECT 1').finally(() => client.release())),
        ),
      ),
    );
  });
  const parents = named('SELECT').map(({ parentSpanId }) => parentSpanId);
  expect(parents.sort()).toEqual(callers.map((caller) => named(caller)[0]?.spanId).sort());
});

test('a failed statement records its code, not its text or its message', async () => {
  await traced(async () => {
    await within('failing', () => pool.query("SELECT 'kuckuck'::int")).catch(() => undefined);
    const client = createClickhouse({
      clickhouseUrl: engineUrls().clickhouseUrl,
      applicationName: 'kuckuck',
    });
    await within('failing too', () => client.query({ query: "SELECT toInt32('kuckuck')" })).catch(
      () => undefined,
    );
    await client.close();
  });
  expect(named('failing')[0]?.attributes).toEqual({ 'error.type': '22P02' });
  expect(receiver.spans().filter(({ attributes }) => attributes['error.type'] === '22P02')).toHaveLength(2);
  expect(named('clickhouse.query')[0]?.attributes).toMatchObject({ 'error.type': 'CANNOT_PARSE_TEXT' });
  expect(receiver.text()).not.toContain('kuckuck');
});

test('background statements are not traced', async () => {
  await traced(async () => {
    await pool.query('SELECT 1 AS of_a_timer');
  });
  const before = receiver.spans().length;
  await traced(async () => {
    await pool.query('VALUES (1)');
  });
  expect(receiver.spans()).toHaveLength(before);
});

test('a ratio of 0 samples nothing, whatever the caller requests', async () => {
  const before = receiver.spans().length;
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  await traced(() => {
    currentTracer()?.start({ name: 'wanted', kind: 'server', traceparent }).end();
    return Promise.resolve();
  }, 0);
  expect(receiver.spans()).toHaveLength(before);
});

test('an invalid traceparent starts a new trace', async () => {
  await traced(() => {
    currentTracer()?.start({ name: 'bad caller', kind: 'server', traceparent: '00-zz' }).end();
    return Promise.resolve();
  });
  expect(named('bad caller')[0]).toMatchObject({ parentSpanId: undefined });
});

test('logs a failed export', async () => {
  const { log, lines } = recordedLog();
  const forbidding = await startOtlpReceiver(403);
  const stop = await startTracing({ name: 'test', endpoint: forbidding.url, ratio: 1, log });
  await within('lost', () => Promise.resolve());
  await stop();
  await forbidding.close();
  expect(lines).toEqual([expect.stringContaining('trace export failed')]);
});
