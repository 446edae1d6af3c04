import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { START_TIMEOUT_MS } from '../src/child-process';
import { isLinearizable, type Call } from './ledger/linearizable';
import { accountModel, type AccountInput, type AccountOutput } from './ledger/account-model';
import { createLedgerClient, PATIENCE_MS, type LedgerClient } from './ledger/client';
import { startKillableEngines, type Database, type KillableEngines } from './ledger/killable-engines';
import { startSiteChanges, type SiteChanges } from './ledger/site-changes';
import { describeUsage, findGrowth, readUsage, type Usage } from './ledger/usage';
import { SERVICES, startCluster, type Cluster, type Replica } from './replicas/cluster';

/** `npm run test:ledger` has a fault in every minute, for `LEDGER_MINUTES`; the short form has each fault once. */
const MINUTES = Number(process.env['LEDGER_MINUTES'] ?? 0);
/** A caller's pause after each call. The long form tests faults and growth, not overload: it sends about 40 calls per second. */
const PAUSE_MS = MINUTES > 0 ? 1_000 : 0;
const ACCOUNTS = 20;
const CALLERS_PER_ACCOUNT = 2;
/** Calls of an account in one history: the time to check a history grows with the number of calls that overlap. */
const HISTORY = 60;
const DOMAIN = 'ledger.example';
const MAX_FREEZE_MS = 15_000;
/** After this time, services fail calls to a frozen database immediately. */
const FOUND_MS = 7_000;
const MAX_DOWN_MS = 5_000;

interface Account {
  readonly email: string;
  readonly calls: Call<AccountInput, AccountOutput>[];
}

const finished: Account[] = [];
const credited = { gross: 0, refunds: 0 };
/** Acknowledged events by their name: those of servers, and those of browsers. */
const accepted = { order: 0, pageview: 0 };
const readings: Usage[] = [];
let engines: KillableEngines;
let cluster: Cluster;
let client: LedgerClient;
let site: { readonly id: number; readonly key: string };
let siteChanges: SiteChanges;
let completed = 0;
let stopWork = false;
let work: Promise<unknown>;

beforeAll(async () => {
  engines = await startKillableEngines();
  cluster = await startCluster({
    databaseUrl: engines.postgres.url,
    clickhouseUrl: engines.clickhouse.url,
  });
  client = createLedgerClient(cluster);
  const created = (await client.send('POST', '/sites', { domain: DOMAIN })) as {
    id: number;
    snippet: string;
  };
  site = { id: created.id, key: /data-key="([^"]+)"/.exec(created.snippet)?.[1] ?? '' };
  siteChanges = await startSiteChanges(client, site.id);
}, START_TIMEOUT_MS);

afterAll(async () => {
  stopWork = true;
  try {
    await (cluster as Cluster | undefined)?.stop();
    await (siteChanges as SiteChanges | undefined)?.stop();
  } finally {
    await (engines as KillableEngines | undefined)?.stop();
  }
}, 120_000);

const inMinor = (decimal: string): number => Math.round(Number(decimal) * 100);
/** Executes a call of the model through the API. */
async function execute(email: string, input: AccountInput): Promise<AccountOutput> {
  switch (input.kind) {
    case 'identify':
      await client.send('POST', '/identify', { email, anonymous_id: randomUUID() });
      return { kind: 'done' };
    case 'erase': {
      const answer = await client.send('POST', '/erasures', { email });
      const { profiles, payments } = (answer as { certificate: { profiles: number; payments: number } })
        .certificate;
      return { kind: 'erased', profiles, payments };
    }
    case 'look-up': {
      const answer = await client.send('POST', '/attribution/lookup', { email });
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
      await client.send('POST', '/payments', { email, payment_id, type, amount, currency: 'EUR' });
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
async function sendServerEvents(): Promise<void> {
  const events = Array.from({ length: randomInt(1, 4) }, () => ({
    ...{ name: 'order', anonymous_id: randomUUID() },
  }));
  const answer = await client.send('POST', `/sites/${site.id}/events`, { events });
  accepted.order += (answer as { accepted: number }).accepted;
}

/** Browser events with ids: a repeat may reach another collector. */
async function sendBrowserEvents(): Promise<void> {
  const url = `https://${DOMAIN}/`;
  const events = Array.from({ length: randomInt(1, 4) }, () => ({
    ...{ id: randomUUID(), name: 'pageview', url, time: new Date().toISOString() },
  }));
  const session = { id: randomUUID(), landing: url };
  await client.collect({ site: site.id, key: site.key, visitor: randomUUID(), session, events });
  accepted.pageview += events.length;
}

/** Repeats a call until the work stops. */
async function keep(call: () => Promise<void>, pauseMs = PAUSE_MS): Promise<void> {
  while (!stopWork) {
    await call();
    completed++;
    await pause(pauseMs);
  }
}

/** Kills the youngest replicas: the memory of the others shows leaks. */
const killOneOfEach = async (): Promise<void> => {
  const victims = SERVICES.map((service) => cluster.replicas(service).at(-1) as Replica);
  await Promise.all(victims.map((victim) => cluster.kill(victim)));
  await moreWork();
  await Promise.all(victims.map((victim) => cluster.revive(victim)));
};

const disturb = async (
  databases: readonly Database[],
  fault: 'cut' | 'freeze' | 'resetAnswers',
  ms: number,
) => {
  for (const database of databases) engines[database].proxy[fault]();
  await pause(ms);
  for (const database of databases) engines[database].proxy.recover();
};

/** Kills databases, and starts each again after some seconds. */
const crash = async (databases: readonly Database[], maxDownMs: number): Promise<void> => {
  await Promise.all(
    databases.map(async (database) => {
      await engines[database].kill();
      if (!stopWork) await pause(randomInt(maxDownMs));
      await engines[database].restart();
    }),
  );
};

/** Each fault, by name. */
const FAULTS: Readonly<Record<string, () => Promise<void>>> = {
  'Postgres loses replies': () => disturb(['postgres'], 'resetAnswers', 300),
  'one replica of each service is killed': killOneOfEach,
  'Postgres is unreachable': () => disturb(['postgres'], 'cut', 1_500),
  'both databases are killed': () => crash(['postgres', 'clickhouse'], 1_000),
  'both databases are frozen until calls fail immediately': () =>
    disturb(['postgres', 'clickhouse'], 'freeze', FOUND_MS),
  'ClickHouse loses replies': () => disturb(['clickhouse'], 'resetAnswers', 500),
};

/** Further faults of the long form. */
const LONG_FAULTS: typeof FAULTS = {
  'ClickHouse is frozen': () => disturb(['clickhouse'], 'freeze', randomInt(1_000, MAX_FREEZE_MS)),
  'Postgres is killed': () => crash(['postgres'], MAX_DOWN_MS),
  'Postgres is frozen': () => disturb(['postgres'], 'freeze', randomInt(1_000, MAX_FREEZE_MS)),
  'ClickHouse is killed': () => crash(['clickhouse'], MAX_DOWN_MS),
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
    work = Promise.all([
      ...Array.from({ length: ACCOUNTS }, callAccounts),
      ...[sendServerEvents, sendServerEvents, sendBrowserEvents, sendBrowserEvents].map((call) => keep(call)),
      // Few changes: a workspace has at most 5,000 sites.
      keep(() => siteChanges.run(), 5 * PAUSE_MS),
    ]);
    // A failure is thrown where the test waits for the work.
    work.catch(() => (stopWork = true));
    const faults = Object.entries(MINUTES > 0 ? { ...FAULTS, ...LONG_FAULTS } : FAULTS);
    try {
      for (let number = 0; number < Math.max(MINUTES, faults.length) && !stopWork; number++) {
        const minute = pause(MINUTES > 0 ? 60_000 : 0);
        const [name, cause] = faults[number % faults.length] as (typeof faults)[number];
        await moreWork();
        await cause();
        await moreWork();
        await minute;
        if (MINUTES === 0) continue;
        const usage = await readUsage(cluster, completed);
        readings.push(usage);
        console.log(`${number + 1}: ${name}; ${completed} calls; ${describeUsage(usage)}`);
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
  const report = (await client.send('GET', '/revenue?range=2d')) as {
    data: { currencies: { gross: string; refunds: string }[] };
  };
  const [euro] = report.data.currencies;
  expect({ gross: inMinor(euro?.gross ?? '0'), refunds: inMinor(euro?.refunds ?? '0') }).toEqual(credited);
});

test.each(['order', 'pageview'] as const)(
  'the events %s are those of the acknowledged calls',
  async (name) => {
    const count = async (): Promise<number> => {
      const answer = await client.send('GET', `/sites/${site.id}/events/${name}?range=2d`);
      return (answer as { data: { events: number } }).data.events;
    };
    await waitFor('all events to be stored', async () => (await count()) >= accepted[name], 120_000);
    expect(await count()).toBe(accepted[name]);
  },
  180_000,
);

test('the goals and webhooks are those of the acknowledged calls', async () => {
  expect(await siteChanges.stored()).toEqual(siteChanges.expected());
});

test('each acknowledged deletion of a site was reported to the webhook as one event', async () => {
  const { deletedSites, reportedSites } = siteChanges;
  await waitFor('all deletions to be reported', () => reportedSites.size >= deletedSites.size, 120_000);
  expect([...reportedSites.keys()].sort()).toEqual([...deletedSites].sort());
  expect([...reportedSites].filter(([, events]) => events.size !== 1)).toEqual([]);
}, 180_000);

test('no call was answered with 500', () => {
  expect(client.internalErrors).toEqual([]);
});

(MINUTES > 0 ? test : test.skip)('memory, files, parts and tables have not grown beyond their limits', () => {
  expect(readings.length).toBeGreaterThanOrEqual(MINUTES);
  expect(findGrowth(readings)).toEqual([]);
});
