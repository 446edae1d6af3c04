import { startRpcServer, type RpcServer } from '@headwater/kit/rpc/server';
import type { Handlers } from '@headwater/kit/rpc/types';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { failure } from '@headwater/protos/error-codes';
import { loadAnalytics, type AnalyticsDefinition } from '@headwater/protos/services';
import { createSiteOn, OURS, START, startSites, type SitesFixture } from './sites-fixture';
import { RECEIVER_URL, startReceiver, type Receiver } from './receiver';

const MINUTE = 60_000;
/** Conversions by hour that the fake analytics service returns. */
let current: Record<string, number> = {};
/** The event of the goal. */
let event = 'signup';
let queries = 0;
let isDown = false;
let analytics: RpcServer;
let receiver: Receiver;
let sites: SitesFixture;
let other: { stop(): Promise<void> };

beforeAll(async () => {
  const service = loadAnalytics();
  const unused = () => Promise.reject(failure('internal_error', 'not part of this test'));
  const handlers = {
    ...Object.fromEntries(Object.keys(service.definition).map((method) => [method, unused])),
    QueryGoal: ({ question, goal }) => {
      if (isDown) return unused();
      expect(question).toMatchObject({ timezone: 'UTC', range: '2d', grain: 'hour' });
      expect(goal).toMatchObject({ type: 'event', event });
      queries += 1;
      const series = Object.entries(current).map(([bucket, conversions]) => ({ bucket, conversions }));
      return Promise.resolve({ series });
    },
  } as Partial<Handlers<AnalyticsDefinition>> as Handlers<AnalyticsDefinition>;
  analytics = await startRpcServer({ service, handlers, host: '127.0.0.1', port: 0, log: silentLog() });
  receiver = await startReceiver();
  sites = await startSites(receiver.network, { analyticsAddress: `127.0.0.1:${analytics.port}` });
  other = await sites.startReplica();
});
afterAll(async () => {
  await other.stop();
  await sites.stop();
  await receiver.stop();
  await analytics.stop(0);
});

/** Waits until a count at the current time is stored. */
const waitForCount = () =>
  waitFor('a count', async () => {
    const { rows } = await sites.database.pool.query<{ done: boolean }>(
      'SELECT counted_at = $1 AS done FROM sites.goal_counts',
      [new Date(sites.clock.now())],
    );
    return rows[0]?.done;
  });
const countTimes = async (times: number) => {
  const before = queries;
  for (let n = 0; n < times; n += 1) {
    sites.clock.set(sites.clock.now() + 5 * MINUTE);
    await waitForCount();
  }
  return queries - before;
};
const reported = async () =>
  (await sites.calls.ListNotices({ limit: 100 }, OURS)).notices
    .filter(({ type }) => type === 'goal.reached')
    .map(({ dataJson }) => JSON.parse(dataJson) as { from: string; conversions: number; total: number });

it('one of two replicas reports new conversions of a goal that a webhook subscribes to', async () => {
  const { id } = await createSiteOn(sites, 'goals.example', OURS);
  const goal = await sites.calls.CreateGoal(
    { siteId: id, goal: { name: 'Signup', type: 'event', event } },
    OURS,
  );
  current = { '2026-11-01T12:00:00+00:00': 40 };
  await sites.calls.CreateWebhook({ url: `${RECEIVER_URL}/goals`, events: ['goal.reached'] }, OURS);
  await waitForCount();
  // Conversions from before the first count are not reported.
  expect(await countTimes(1)).toBe(1);
  expect(await reported()).toEqual([]);

  current = { '2026-11-01T11:00:00+00:00': 1, '2026-11-01T12:00:00+00:00': 43 };
  expect(await countTimes(2)).toBe(2);
  const [late, now] = (await reported()).sort((a, b) => a.total - b.total);
  const hour = { siteId: id, goalId: goal.id, name: 'Signup' };
  expect(late).toMatchObject({ ...hour, from: '2026-11-01T11:00:00.000Z', conversions: 1, total: 1 });
  expect(now).toMatchObject({ ...hour, from: '2026-11-01T12:00:00.000Z', conversions: 3, total: 43 });
  // A jump of the clock may end a lease: an event may arrive twice, with the same id.
  const ids = () => new Set(receiver.of('/goals').map(({ headers }) => headers['webhook-id']));
  await waitFor('both events', () => ids().size === 2);

  // While analytics is down nothing is reported; afterwards the conversions of the meantime.
  isDown = true;
  sites.clock.set(sites.clock.now() + 5 * MINUTE);
  current = { ...current, '2026-11-01T13:00:00+00:00': 2 };
  await waitFor('the goal to be claimed', async () => {
    const { rows } = await sites.database.pool.query<{ taken: boolean }>(
      'SELECT next_at > $1 AS taken FROM sites.goal_counts',
      [new Date(sites.clock.now())],
    );
    return rows[0]?.taken;
  });
  isDown = false;
  await countTimes(1);
  expect(await reported()).toHaveLength(3);
  expect(sites.clock.now()).toBeGreaterThan(START);

  // Conversions of another event are not reported if they are earlier than the change of the goal.
  const changes = {
    trial: () => sites.calls.UpdateGoal({ siteId: id, id: goal.id, event }, OURS),
    order: () =>
      sites.calls.PutConfig(
        { siteId: id, goals: { values: [{ name: 'Signup', type: 'event', event }] } },
        OURS,
      ),
  };
  for (const [name, change] of Object.entries(changes)) {
    const before = (await reported()).length;
    event = name;
    current = { '2026-11-01T13:00:00+00:00': 500 };
    await change();
    await waitForCount();
    await countTimes(1);
    expect(await reported()).toHaveLength(before);
    current = { '2026-11-01T13:00:00+00:00': 501 };
    await sites.calls.UpdateGoal({ siteId: id, id: goal.id, name: 'Signup' }, OURS);
    await countTimes(1);
    expect((await reported()).slice(before)).toMatchObject([{ ...hour, conversions: 1, total: 501 }]);
  }
});
