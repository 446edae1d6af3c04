import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startFaultProxy, type FaultProxy } from '@headwater/kit/testing/fault-proxy';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { START_TIMEOUT_MS } from '../src/child-process';
import { callApi } from '../src/api';
import { startProcesses, type ProcessSystem } from '../src/start-processes';
import { createCalls, createErasableAccounts, EMAIL, sendToApi, type CallTarget } from './outages/calls';
import { startWebhookReceiver, type WebhookReceiver } from './outages/webhook-receiver';

const DATABASES = ['postgres', 'clickhouse'];

/** The table of deploy/OUTAGES.md: the calls in the first column, then a cell for each part. */
const [[, ...parts] = [], ...rows] = tableOf(
  readFileSync(join(__dirname, '../../../deploy/OUTAGES.md'), 'utf8'),
);
const proxies = new Map<string, FaultProxy>();
let system: ProcessSystem;
let receiver: WebhookReceiver;
let target: CallTarget;

function tableOf(page: string): string[][] {
  const [head = '', , ...lines] = page.slice(page.indexOf('| call |')).split('\n');
  const cells = (line: string): string[] => line.slice(2, -2).toLowerCase().split(' | ');
  return [cells(head), ...lines.slice(0, lines.indexOf('')).map(cells)];
}

const calls = createCalls(() => target);

/** Sends a call. @returns `works` for a status of success, `fails` for 503 with `Retry-After`, otherwise the status */
async function outcomeOf(name: string): Promise<string> {
  const response = await calls[name]?.();
  await response?.arrayBuffer();
  if (response?.ok) return 'works';
  return response?.status === 503 && response.headers.has('retry-after') ? 'fails' : String(response?.status);
}

/** The outcomes of calls, sent at the same time. */
const outcomesOf = async (names: readonly string[]): Promise<Record<string, string>> =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await outcomeOf(name)])));

/** Between the trials that a service sends to a database that hangs: see `hang-guard.ts`. */
const PROBE_INTERVAL_MS = 10_000;
/** Below the shortest timeout of a call that waits for a database. */
const WAITS_MS = 3_000;

/** Sends the calls, all at the same time, again and again for more than a probe interval. @returns the outcome and durations of each call */
async function sendForProbeInterval(names: readonly string[]) {
  const sent: { name: string; outcome: string; ms: number }[] = [];
  const end = performance.now() + 1.2 * PROBE_INTERVAL_MS;
  while (performance.now() < end) {
    await Promise.all(
      names.map(async (name) => {
        const sentAt = performance.now();
        const outcome = await outcomeOf(name);
        sent.push({ name, outcome, ms: Math.round(performance.now() - sentAt) });
      }),
    );
    await pause(250);
  }
  return sent;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

const all = (names: readonly string[], outcome: string) =>
  Object.fromEntries(names.map((name) => [name, outcome]));

/** Repeats each call until it has an expected outcome: the first calls to a frozen server wait for their own timeout. */
const until = (names: readonly string[], outcomes: readonly string[]) =>
  Promise.all(
    names.map((name) =>
      waitFor(
        `${name}: ${outcomes.join(' or ')}`,
        async () => {
          const outcome = await outcomeOf(name);
          if (!outcomes.includes(outcome)) throw new Error(outcome);
          return true;
        },
        60_000,
      ),
    ),
  );

beforeAll(async () => {
  system = await startProcesses(
    { RPC_DEADLINE_MS: '5000', QUESTION_DEADLINE_MS: '10000', EXPORT_DEADLINE_MS: '5000' },
    undefined,
    async (name, port) => {
      const proxy = proxies.get(name) ?? (await startFaultProxy({ host: '127.0.0.1', port }));
      proxies.set(name, proxy);
      return proxy.port;
    },
  );
  const { body } = await callApi(system, 'POST', '/api/v1/sites', { body: { domain: 'outage.example' } });
  const [, key = ''] = /data-key="([^"]+)"/.exec(String(body.snippet)) ?? [];
  receiver = await startWebhookReceiver();
  const webhook = await callApi(system, 'POST', '/api/v1/webhooks', {
    body: { url: receiver.url, events: ['site.purged'] },
  });
  target = { system, site: { id: body.id, key }, receiver, webhookId: webhook.body.id };
  await createErasableAccounts(system);
  // The lookup of an account reads its later sessions only if its channel is recorded.
  await outcomeOf('browser events');
  await waitFor(
    'the channel of the account',
    async () => {
      await outcomeOf('identify');
      const { body: found } = await callApi(system, 'POST', '/api/v1/attribution/lookup', {
        body: { email: EMAIL },
      });
      return found.channel;
    },
    60_000,
  );
}, START_TIMEOUT_MS);

afterAll(async () => {
  for (const proxy of proxies.values()) proxy.recover();
  await (system as ProcessSystem | undefined)?.stop();
  for (const proxy of proxies.values()) await proxy.stop();
  await (receiver as WebhookReceiver | undefined)?.stop();
});

test('the table lists all calls and parts', () => {
  expect(rows.map(([name]) => name)).toEqual(Object.keys(calls));
  expect(new Set(parts)).toEqual(new Set(proxies.keys()));
});

describe.each(parts.map((part, column) => ({ part, column })))('an outage of $part', ({ part, column }) => {
  const named = (outcome: string) =>
    rows.filter((row) => row[column + 1] === outcome).map(([name = '']) => name);
  const [working, failing] = [named('works'), named('fails')];

  test.each(['cut', 'freeze'] as const)(
    '%s: each call has the outcome of the table',
    async (fault) => {
      expect(working.length + failing.length).toBe(rows.length);
      await until(Object.keys(calls), ['works']);
      const proxy = proxies.get(part);
      proxy?.[fault]();
      try {
        // A frozen database fails calls immediately after it was found to hang, a frozen service fails each at its deadline.
        const outcomes = fault === 'freeze' && !DATABASES.includes(part) ? ['504', 'fails'] : ['fails'];
        const failed = until(failing, outcomes);
        expect(await outcomesOf(working)).toEqual(all(working, 'works'));
        await failed;
        expect(await outcomesOf(working)).toEqual(all(working, 'works'));
        if (fault === 'freeze' && DATABASES.includes(part)) {
          // The calls have found the frozen database. Further ones do not wait for it, except one for each probe.
          const sent = await sendForProbeInterval(failing);
          const slow = failing.filter(
            (name) => median(sent.filter((one) => one.name === name).map(({ ms }) => ms)) >= 1_000,
          );
          expect({ slow, others: sent.filter(({ outcome }) => outcome !== 'fails') }).toEqual({
            slow: [],
            others: [],
          });
          expect(sent.filter(({ ms }) => ms >= WAITS_MS).slice(2)).toEqual([]);
        }
      } finally {
        proxy?.recover();
      }
      await until(Object.keys(calls), ['works']);
    },
    240_000,
  );
});

test('each erasure of an outage completes after it', async () => {
  const running = () => system.queryPostgres('SELECT FROM identity.erasures WHERE completed_at IS NULL');
  await waitFor('all erasures to complete', async () => (await running()).length === 0, 60_000);
}, 90_000);

/** Outages of the parts on which the delivery of a queued event depends: each begins one, and returns how it ends. */
const OUTAGES_OF_DELIVERIES: Readonly<Record<string, () => () => Promise<void>>> = {
  'Postgres is frozen': () => {
    const proxy = proxies.get('postgres');
    proxy?.freeze();
    return () => Promise.resolve(proxy?.recover());
  },
  'sites is killed': () => {
    process.kill(system.pidOf('sites'), 'SIGKILL');
    return () => system.restart('sites');
  },
};

test.each(Object.entries(OUTAGES_OF_DELIVERIES))(
  'a queued webhook event waits while %s, and is delivered after it',
  async (_what, begin) => {
    await until(Object.keys(calls), ['works']);
    receiver.refuse(true);
    const response = await sendToApi(system, 'POST', `/webhooks/${target.webhookId}/test`);
    const { noticeId } = (await response.json()) as { noticeId: string };
    await waitFor('the first attempt', () => receiver.attemptsOf(noticeId) > 0);
    const end = begin();
    receiver.refuse(false);
    try {
      await until(['sites and goals'], ['fails', '504']);
      expect(receiver.accepted().has(noticeId)).toBe(false);
    } finally {
      await end();
    }
    await waitFor('the delivery', () => receiver.accepted().has(noticeId), 120_000);
  },
  240_000,
);
