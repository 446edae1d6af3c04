import { randomUUID } from 'node:crypto';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { createCaller, type Caller, type Reply } from '../../../services/e2e/test/replicas/load';
import { missing } from './control-plane';
import { olderRelease } from './older-release';
import { NAMESPACE, startCluster, THIS_RELEASE, type Cluster } from './release';

const GATEWAY = 'hw-headwater-gateway';
const COLLECTOR = 'hw-headwater-collector';
const CLAIMS = `/api/v1/namespaces/${NAMESPACE}/persistentvolumeclaims`;
const JOBS = `/apis/batch/v1/namespaces/${NAMESPACE}/jobs`;

let cluster: Cluster;
let caller: Caller;
let site: { readonly id: number; readonly key: string };
let isLoaded = false;
let load: Promise<unknown> = Promise.resolve();
let accepted = 0;
let payments = 0;

const older = missing === undefined ? olderRelease() : undefined;
if (missing !== undefined) console.warn(`The chart is not tested on a cluster. ${missing}`);

const callApi = (method: string, path: string, body?: unknown): Promise<Reply | undefined> =>
  caller.send(() => `${cluster.addressOf(GATEWAY)}:8080`, {
    ...{ method, path: `/api/v1${path}`, body },
    headers: { authorization: `Bearer ${cluster.token}` },
  });

/** Sends an event of a browser. */
async function collect(): Promise<void> {
  const reply = await caller.send(() => `${cluster.addressOf(COLLECTOR)}:8081`, {
    method: 'POST',
    path: '/collect',
    headers: {
      origin: 'https://cluster.example',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
    },
    body: {
      ...{ site: site.id, key: site.key, visitor: randomUUID(), session: { id: randomUUID() } },
      events: [{ id: randomUUID(), name: 'ping', url: 'https://cluster.example/' }],
    },
  });
  accepted += reply ? (JSON.parse(reply.text) as { accepted: number }).accepted : 0;
}

/** Calls every service in a loop. */
async function work(): Promise<void> {
  while (isLoaded) {
    await collect();
    const anonymous_id = randomUUID();
    const events = [{ event_id: randomUUID(), anonymous_id, name: 'ping' }];
    const sent = await callApi('POST', `/sites/${site.id}/events`, { events });
    accepted += sent ? (JSON.parse(sent.text) as { accepted: number }).accepted : 0;
    const email = `${anonymous_id}@cluster.example`;
    await callApi('POST', '/identify', { anonymous_id, email });
    const payment = { payment_id: randomUUID(), email, amount: '1.00', currency: 'EUR' };
    const paid = await callApi('POST', '/payments', payment);
    payments += paid ? 1 : 0;
    await callApi('GET', `/sites/${site.id}/events/ping?range=1d`);
    await callApi('GET', '/revenue?range=1d&dimension=channel&model=linear');
  }
}

/** Each event has its own visitor: an event that counts twice can't hide a missing event. */
async function count(): Promise<{ readonly events: number; readonly uniqueVisitors: number }> {
  const reply = await callApi('GET', `/sites/${site.id}/events/ping?range=2d`);
  const { events, uniqueVisitors } = (
    JSON.parse(reply?.text ?? '') as { data: { events: number; uniqueVisitors: number } }
  ).data;
  return { events, uniqueVisitors };
}

/** Waits until every accepted event is counted, each once. */
async function countsAll(): Promise<void> {
  await waitFor('all events to arrive', async () => (await count()).events >= accepted, 120_000);
  expect(await count()).toEqual({ events: accepted, uniqueVisitors: accepted });
}

/** Runs an action under load. No call may fail, and each accepted event and payment must count once. */
async function withoutFailure(action: () => Promise<void>): Promise<void> {
  const { failed, unavailable, cut } = caller;
  const [before, calls] = [failed.length + unavailable.length + cut.length, accepted];
  isLoaded = true;
  load = Promise.all([work(), work()]);
  await action();
  isLoaded = false;
  await load;
  expect(accepted - calls).toBeGreaterThan(20);
  const failures = [...failed, ...unavailable, ...cut].slice(before);
  if (failures.length > 0) throw new Error(`${failures.join('\n')}\n${cluster.outputs()}`);
  await countsAll();
  const revenue = await callApi('GET', '/revenue?range=2d');
  const { data } = JSON.parse(revenue?.text ?? '') as { data: { currencies: readonly unknown[] } };
  expect(data.currencies).toEqual([
    expect.objectContaining({ currency: 'EUR', payments, customers: payments }),
  ]);
}

(missing === undefined ? describe : describe.skip)('a release on a control plane', () => {
  beforeAll(async () => {
    cluster = await startCluster([THIS_RELEASE, ...(older ? [older] : [])]);
    caller = createCaller();
  });
  afterAll(async () => {
    isLoaded = false;
    await load;
    caller.close();
    await cluster.stop();
    older?.remove();
  });

  test('helm 3 installs the older release, and all pods become ready under restricted Pod Security', async () => {
    await cluster.apply('helm 3', 'install', { ...(older && { release: older }) });
    await cluster.rolledOut();
    const reply = await callApi('POST', '/sites', { domain: 'cluster.example' });
    const { id, snippet } = JSON.parse(reply?.text ?? '') as { id: number; snippet: string };
    site = { id, key: /data-key="([^"]+)"/.exec(snippet)?.[1] ?? '' };
  });

  test('helm 4 upgrades it under load without a failed call, while cluster DNS caches addresses', async () => {
    await withoutFailure(async () => {
      await cluster.apply('helm 4', 'upgrade');
      await cluster.rolledOut();
    });
  });

  const missingMigrations = older?.missingMigrations ?? [];
  (missingMigrations.length > 0 ? test : test.skip)('the hook applied the newest migrations', () => {
    const lines = cluster.outputs().split('\n');
    const reports = lines.filter((line) => line.includes('databases are up to date')).join('\n');
    for (const name of missingMigrations) expect(reports).toContain(name);
  });

  test('a failed migration stops an upgrade under load: all pods stay, and no call fails', async () => {
    const pods = async () =>
      (await cluster.plane.list(`/api/v1/namespaces/${NAMESPACE}/pods`))
        .filter(({ spec }) => spec.restartPolicy === 'Always')
        .map(({ metadata }) => metadata.uid as string)
        .sort();
    const before = await pods();
    expect(before).toHaveLength(10);
    const broken = ['postgres.existingSecretKeys.migrations=missing-database', 'migrations.backoffLimit=0'];
    await withoutFailure(async () => {
      const upgrade = cluster.apply('helm 4', 'upgrade', {
        values: ['config.LOG_LEVEL=debug', ...broken],
      });
      await expect(upgrade).rejects.toThrow('pre-upgrade hooks failed');
      // Calls after the failure: nothing else may have changed.
      const until = accepted + 40;
      await waitFor('more events', () => accepted >= until, 120_000);
    });
    expect(await pods()).toEqual(before);
  });

  test('helm 3 rolls back from it to the older release under load without a failed call', async () => {
    await withoutFailure(async () => {
      await cluster.helm('helm 3', 'rollback', 'hw', '1');
      await cluster.rolledOut();
    });
  });

  test('helm 3 upgrades it again under load without a failed call', async () => {
    await withoutFailure(async () => {
      await cluster.apply('helm 3', 'upgrade');
      await cluster.rolledOut();
    });
  });

  test('no event is missing after a collector was removed while ClickHouse was unreachable', async () => {
    cluster.clickhouse.cut();
    for (let sent = 0; sent < 40; sent++) await collect();
    await cluster.apply('helm 3', 'upgrade', { values: ['collector.replicas=1'] });
    await cluster.rolledOut();
    const drain = async () =>
      (await cluster.plane.list(JOBS)).filter(({ metadata }) => metadata.name.includes('-drain-1'));
    expect(await drain()).toHaveLength(1);
    // The number of the same volume makes no second Job.
    await cluster.apply('helm 3', 'upgrade', { values: ['collector.replicas=1', 'collector.drain={1}'] });
    expect(await drain()).toHaveLength(1);
    cluster.clickhouse.recover();
    await waitFor(
      'the drain',
      async () => (await drain()).some(({ status }) => status.succeeded === 1),
      600_000,
    );
    await countsAll();
  });

  test('an uninstall leaves only the volumes', async () => {
    await cluster.helm('helm 4', 'uninstall', 'hw');
    await waitFor(
      'the end of all pods',
      async () => (await cluster.plane.list(`/api/v1/namespaces/${NAMESPACE}/pods`)).length === 0,
      120_000,
    );
    expect(await cluster.plane.list(JOBS)).toEqual([]);
    expect((await cluster.plane.list(CLAIMS)).map(({ metadata }) => metadata.name)).toEqual([
      'log-hw-headwater-collector-0',
      'log-hw-headwater-collector-1',
    ]);
  });
});
