import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@headwater/kit/testing/wait-for';
import {
  PORTS,
  RESOLUTION_MS,
  SERVICES,
  startCluster,
  type Cluster,
  type Replica,
  type ServiceName,
} from './replicas/cluster';
import { createCaller, type SentRequest, type Caller, type Reply } from './replicas/load';

/** `npm run test:replicas` replaces the services one after the other, several times, under more load. */
const LONG = process.env['REPLICAS'] === 'long';
const WORKERS = LONG ? 8 : 3;
const ROUNDS = LONG ? 3 : 1;
const REPLICAS = 2;
/** Max time that a revoked token or the key of a deleted site may still work on a replica. */
const PROPAGATION_MS = 5_000;
/** The cluster DNS of kubeadm caches for 30 s. The chart's `minReadySeconds` adds `RESOLUTION_MS`. */
const DNS_CACHE_MS = LONG ? 30_000 : 10_000;

let cluster: Cluster;
let caller: Caller;
let site: { readonly id: number; readonly key: string; readonly domain: string };
const nextIndex = { gateway: 0, collector: 0 };
let accepted = 0;
let stopLoad = false;
let load: Promise<unknown>;

beforeAll(async () => {
  cluster = await startCluster();
  caller = createCaller();
  site = await createSite('replicas.example');
  load = Promise.all(Array.from({ length: WORKERS }, work));
}, 300_000);

afterAll(async () => {
  stopLoad = true;
  await load;
  caller.close();
  await cluster.stop();
}, 120_000);

/** The address of a replica, round robin. */
function next(service: 'gateway' | 'collector'): string {
  const serving = cluster.replicas(service);
  const { address } = serving[nextIndex[service]++ % serving.length] as Replica;
  return `${address}:${PORTS[service].http}`;
}

const oldest = (service: ServiceName): Replica => cluster.replicas(service)[0] as Replica;

const authorised = (request: SentRequest, token = cluster.token): SentRequest => ({
  ...request,
  headers: { authorization: `Bearer ${token}` },
});
const callApi = (method: string, path: string, body?: unknown): Promise<Reply | undefined> =>
  caller.send(() => next('gateway'), authorised({ method, path: `/api/v1${path}`, body }));

async function createSite(domain: string): Promise<typeof site> {
  const reply = await callApi('POST', '/sites', { domain });
  const { id, snippet } = JSON.parse(reply?.text ?? '') as { id: number; snippet: string };
  return { id, domain, key: /data-key="([^"]+)"/.exec(snippet)?.[1] ?? '' };
}

const pageview = ({ id, key, domain }: typeof site): SentRequest => ({
  method: 'POST',
  path: '/collect',
  headers: {
    origin: `https://${domain}`,
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  },
  body: {
    ...{ site: id, key, visitor: randomUUID(), session: { id: randomUUID() } },
    events: [{ id: randomUUID(), name: 'ping', url: `https://${domain}/` }],
  },
});

/** Sends requests of a customer and a visitor in a loop, so that every service gets calls. */
async function work(): Promise<void> {
  while (!stopLoad) {
    const anonymous_id = randomUUID();
    const event_id = randomUUID();
    const sent = await callApi('POST', `/sites/${site.id}/events`, {
      events: [{ event_id, anonymous_id, name: 'ping' }],
    });
    accepted += sent ? (JSON.parse(sent.text) as { accepted: number }).accepted : 0;
    // A retry sends the same event, which must not count twice.
    const browser = await caller.send(() => next('collector'), pageview(site));
    accepted += browser ? (JSON.parse(browser.text) as { accepted: number }).accepted : 0;
    await callApi('POST', '/identify', { anonymous_id, email: `${anonymous_id}@replicas.example` });
    await callApi('GET', `/sites/${site.id}`);
    await callApi('GET', `/sites/${site.id}/events/ping?range=1d`);
  }
}

const called = (service: ServiceName): Promise<number[]> =>
  Promise.all(cluster.replicas(service).map((replica) => replica.served()));
/** Waits until each worker has completed about four more loops. */
async function moreWork(): Promise<void> {
  const until = accepted + 4 * WORKERS;
  await waitFor('more events to be accepted', () => accepted >= until, 120_000);
}

test('both replicas of each service get a fair share of the calls', async () => {
  for (const service of SERVICES)
    // The first calls of a client go to the replica that connected first.
    await waitFor(
      `a fair share in ${service}`,
      async () => {
        const counts = await called(service);
        return counts.length === REPLICAS && Math.min(...counts) / Math.max(...counts) > 0.3;
      },
      120_000,
    );
  expect(caller).toMatchObject({ failed: [], cut: [] });
}, 400_000);

test("a revoked token and a deleted site's key are refused by every replica after 5 s", async () => {
  const doomed = await createSite('doomed.example');
  const made = await callApi('POST', '/tokens', { name: 'doomed', scopes: ['sites:read'] });
  const { id, token } = JSON.parse(made?.text ?? '') as { id: string; token: string };
  const statuses = () =>
    Promise.all(
      cluster.replicas('gateway').map(async ({ address }) => {
        const request = authorised({ method: 'GET', path: '/api/v1/sites' }, token);
        return (
          await fetch(`http://${address}:${PORTS.gateway.http}${request.path}`, {
            headers: request.headers ?? {},
          })
        ).status;
      }),
    );
  const taken = () =>
    Promise.all(
      cluster.replicas('collector').map(async ({ address }) => {
        const { path, headers = {}, body } = pageview(doomed);
        const url = `http://${address}:${PORTS.collector.http}${path}`;
        const sent = {
          method: 'POST',
          headers: { ...headers, 'content-type': 'text/plain' },
          body: JSON.stringify(body),
        };
        return ((await (await fetch(url, sent)).json()) as { accepted?: number }).accepted ?? 0;
      }),
    );
  expect(await statuses()).toEqual([200, 200]);
  expect(await taken()).toEqual([1, 1]);
  await callApi('DELETE', `/tokens/${id}`);
  await callApi('DELETE', `/sites/${doomed.id}`);
  await pause(PROPAGATION_MS);
  expect(await statuses()).toEqual([401, 401]);
  expect(await taken()).toEqual([0, 0]);
}, 120_000);

test('a second attempt completes every call after one replica of each service is killed and restarted elsewhere', async () => {
  const crash = async (victims: readonly Replica[]): Promise<void> => {
    await Promise.all(victims.map((victim) => cluster.kill(victim)));
    await moreWork();
    await Promise.all(victims.map((victim) => cluster.revive(victim)));
  };
  const victims = SERVICES.map(oldest);
  if (LONG) for (const victim of victims) await crash([victim]);
  else await crash(victims);
  await moreWork();
  expect(caller.failed).toEqual([]);
}, 600_000);

/** As a busy name server: longer than the pauses before all retries of a call. */
const DNS_ANSWER_MS = 500;

test('no call fails and no connection is cut while all replicas are replaced under load', async () => {
  const [cutBefore, before] = [caller.cut.length, caller.unavailable.length];
  cluster.slowDns(DNS_ANSWER_MS);
  for (let replaced = 0; replaced < ROUNDS * REPLICAS; replaced++) {
    const old = SERVICES.map(oldest);
    if (LONG) for (const one of old) await cluster.replace(one);
    else await Promise.all(old.map((one) => cluster.replace(one)));
  }
  await moreWork();
  cluster.slowDns(0);
  expect(caller.failed).toEqual([]);
  expect(caller.unavailable.slice(before)).toEqual([]);
  expect(caller.cut.slice(cutBefore)).toEqual([]);
}, 900_000);

test('no call fails while identity is rolled behind a DNS that caches addresses', async () => {
  const before = caller.unavailable.length;
  cluster.delayDns(DNS_CACHE_MS);
  await cluster.roll('identity', DNS_CACHE_MS + RESOLUTION_MS);
  await moreWork();
  expect(caller.failed).toEqual([]);
  expect(caller.unavailable.slice(before)).toEqual([]);
}, 600_000);

test('no accepted event is lost or counted twice', async () => {
  stopLoad = true;
  await load;
  const count = async (): Promise<number> => {
    const reply = await callApi('GET', `/sites/${site.id}/events/ping?range=2d`);
    return (JSON.parse(reply?.text ?? '') as { data: { events: number } }).data.events;
  };
  await waitFor('all events to arrive', async () => (await count()) >= accepted, 120_000);
  expect(await count()).toBe(accepted);
}, 180_000);
