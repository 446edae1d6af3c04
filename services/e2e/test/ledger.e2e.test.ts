import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { startFaultProxy, type FaultProxy } from '@headwater/kit/testing/fault-proxy';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { START_TIMEOUT_MS } from '../src/child-process';
import { isLinearizable, type Call } from './ledger/linearizable';
import { accountModel, type AccountInput, type AccountOutput } from './ledger/account-model';
import { readUsage } from './ledger/usage';
import { PORTS, SERVICES, startCluster, type Cluster, type Replica } from './replicas/cluster';

/** `npm run test:ledger` has a fault in every minute, for `LEDGER_MINUTES`; the short form has each fault once. */
const MINUTES = Number(process.env['LEDGER_MINUTES'] ?? 0);
/** A caller's pause after each call. The long form tests faults and growth, not overload. */
const PAUSE_MS = MINUTES > 0 ? 1_000 : 0;
const ACCOUNTS = 20;
const CALLERS_PER_ACCOUNT = 2;
/** Calls of an account in one history: the time to check a history grows with the number of calls that overlap. */
const HISTORY = 60;
const ATTEMPT_MS = 30_000;
/** Max time until a repeated call succeeds. */
const PATIENCE_MS = 180_000;

interface Account {
  readonly email: string;
  readonly calls: Call<AccountInput, AccountOutput>[];
}

const proxies = new Map<string, FaultProxy>();
const finished: Account[] = [];
const credited = { gross: 0, refunds: 0 };
let cluster: Cluster;
let siteId: number;
let acceptedEvents = 0;
let completed = 0;
let nextGateway = 0;
let stopWork = false;
let work: Promise<unknown>;

beforeAll(async () => {
  cluster = await startCluster(async (name, port) => {
    const proxy = await startFaultProxy({ host: '127.0.0.1', port });
    proxies.set(name, proxy);
    return proxy.port;
  });
  siteId = ((await send('POST', '/sites', { domain: 'ledger.example' })) as { id: number }).id;
}, START_TIMEOUT_MS);

afterAll(async () => {
  stopWork = true;
  await (cluster as Cluster | undefined)?.stop();
  for (const proxy of proxies.values()) await proxy.stop();
}, 120_000);

/** Sends a request to the gateways, round robin and always under the same key, until one responds with success. */
async function send(method: string, path: string, body?: unknown): Promise<unknown> {
  const key = randomUUID();
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const gateways = cluster.replicas('gateway');
    const { address } = gateways[nextGateway++ % gateways.length] as Replica;
    const outcome = await attempt(`http://${address}:${PORTS.gateway.http}/api/v1${path}`, {
      method,
      headers: {
        ...{ authorization: `Bearer ${cluster.token}`, 'content-type': 'application/json' },
        ...(method === 'GET' ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (outcome.status < 300) return JSON.parse(outcome.text);
    const isTemporary = outcome.status >= 500 || outcome.status === 409 || outcome.status === 429;
    if (!isTemporary || Date.now() > until)
      throw new Error(`${method} ${path}: ${outcome.status} ${outcome.text}`);
    await pause(randomInt(50, 300));
  }
}

/** Status 599: no response. */
async function attempt(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(ATTEMPT_MS) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { status: 599, text: String(error) };
  }
}

const inMinor = (decimal: string): number => Math.round(Number(decimal) * 100);

/** Executes a call of the model through the API. */
async function execute(email: string, input: AccountInput): Promise<AccountOutput> {
  switch (input.kind) {
    case 'identify':
      await send('POST', '/identify', { email, anonymous_id: randomUUID() });
      return { kind: 'done' };
    case 'erase': {
      const answer = await send('POST', '/erasures', { email });
      const { profiles, payments } = (answer as { certificate: { profiles: number; payments: number } })
        .certificate;
      return { kind: 'erased', profiles, payments };
    }
    case 'look-up': {
      const answer = await send('POST', '/attribution/lookup', { email });
      const { found, payments, revenue } = answer as {
        found: boolean;
        payments: number;
        revenue: { net: string }[];
      };
      return found ? { kind: 'found', payments, net: inMinor(revenue[0]?.net ?? '0') } : { kind: 'missing' };
    }
    case 'sale':
    case 'refund': {
      const amount = (input.amount / 100).toFixed(2);
      const { id: payment_id, kind: type } = input;
      await send('POST', '/payments', { email, payment_id, type, amount, currency: 'EUR' });
      credited[type === 'sale' ? 'gross' : 'refunds'] += input.amount;
      return { kind: 'done' };
    }
  }
}

const describeCall = ({ input, output, startedAt, endedAt }: Account['calls'][number]): string =>
  `${startedAt.toFixed()} to ${endedAt.toFixed()}: ${JSON.stringify(input)} ${JSON.stringify(output)}`;

function randomInput(): AccountInput {
  const dice = randomInt(10);
  if (dice < 2) return { kind: 'identify' };
  if (dice < 3) return { kind: 'erase' };
  if (dice < 6) return { kind: 'look-up' };
  return { kind: dice < 9 ? 'sale' : 'refund', id: randomUUID(), amount: randomInt(1, 100_000) };
}

/** Calls of some callers on one account, until its history is long enough; then those of a new account. */
async function callAccounts(): Promise<void> {
  while (!stopWork) {
    const account: Account = { email: `${randomUUID()}@ledger.example`, calls: [] };
    finished.push(account);
    await Promise.all(
      Array.from({ length: CALLERS_PER_ACCOUNT }, async () => {
        while (!stopWork && account.calls.length < HISTORY) {
          const input = randomInput();
          const startedAt = performance.now();
          const output = await execute(account.email, input);
          account.calls.push({ input, output, startedAt, endedAt: performance.now() });
          completed++;
          await pause(PAUSE_MS);
        }
      }),
    );
  }
}

/** Server events without ids: only the key makes a repeat count once. */
async function sendEvents(): Promise<void> {
  while (!stopWork) {
    const events = Array.from({ length: randomInt(1, 4) }, () => ({
      ...{ name: 'order', anonymous_id: randomUUID() },
    }));
    const answer = await send('POST', `/sites/${siteId}/events`, { events });
    acceptedEvents += (answer as { accepted: number }).accepted;
    await pause(PAUSE_MS);
  }
}

const killOneOfEach = async (): Promise<void> => {
  const victims = SERVICES.map((service) => cluster.replicas(service)[0] as Replica);
  await Promise.all(victims.map((victim) => cluster.kill(victim)));
  await moreWork();
  await Promise.all(victims.map((victim) => cluster.revive(victim)));
};

const disturb = async (database: string, fault: 'cut' | 'freeze' | 'resetAnswers', ms: number) => {
  const proxy = proxies.get(database);
  proxy?.[fault]();
  await pause(ms);
  proxy?.recover();
};

/** Each fault, by name. */
const FAULTS: Readonly<Record<string, () => Promise<void>>> = {
  'Postgres loses replies': () => disturb('postgres', 'resetAnswers', 300),
  'one replica of each service is killed': killOneOfEach,
  'Postgres is unreachable': () => disturb('postgres', 'cut', 1_500),
  'ClickHouse is frozen': () => disturb('clickhouse', 'freeze', 2_000),
  'Postgres is frozen': () => disturb('postgres', 'freeze', 2_000),
  'ClickHouse loses replies': () => disturb('clickhouse', 'resetAnswers', 500),
};

/** Waits for more completed calls. @throws if the work failed */
async function moreWork(calls = 2 * ACCOUNTS): Promise<void> {
  const until = completed + calls;
  await Promise.race([
    work,
    waitFor('more calls to complete', () => completed >= until || stopWork, PATIENCE_MS),
  ]);
}

test(
  'each call has one effect during faults',
  async () => {
    work = Promise.all([...Array.from({ length: ACCOUNTS }, callAccounts), sendEvents(), sendEvents()]);
    // A failure is thrown where the test waits for the work.
    work.catch(() => (stopWork = true));
    const faults = Object.entries(FAULTS);
    try {
      for (let number = 0; number < Math.max(MINUTES, faults.length) && !stopWork; number++) {
        const minute = pause(MINUTES > 0 ? 60_000 : 0);
        const [name, cause] = faults[number % faults.length] as (typeof faults)[number];
        await moreWork();
        await cause();
        await moreWork();
        if (MINUTES > 0)
          console.log(`${number + 1}: ${name}; ${completed} calls; ${await readUsage(cluster)}`);
        await minute;
      }
    } finally {
      // Also after a failure: the other tests compare the stored state with the calls that have ended.
      stopWork = true;
      await work;
    }
    expect(finished.length).toBeGreaterThanOrEqual(ACCOUNTS);
  },
  600_000 + MINUTES * 120_000,
);

test('the calls of each account are linearizable', () => {
  const wrong = finished.filter(({ calls }) => !isLinearizable(accountModel, calls));
  expect(wrong.map(({ calls }) => calls.map(describeCall))).toEqual([]);
}, 120_000);

test('the revenue is the sum of the acknowledged payments', async () => {
  const report = (await send('GET', '/revenue?range=2d')) as {
    data: { currencies: { gross: string; refunds: string }[] };
  };
  const [euro] = report.data.currencies;
  expect({ gross: inMinor(euro?.gross ?? '0'), refunds: inMinor(euro?.refunds ?? '0') }).toEqual(credited);
});

test('the events are those of the acknowledged calls', async () => {
  const count = async (): Promise<number> => {
    const answer = await send('GET', `/sites/${siteId}/events/order?range=2d`);
    return (answer as { data: { events: number } }).data.events;
  };
  await waitFor('all events to be stored', async () => (await count()) >= acceptedEvents, 120_000);
  expect(await count()).toBe(acceptedEvents);
}, 180_000);
