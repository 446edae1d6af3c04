import { Webhook } from 'standardwebhooks';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { MAX_ATTEMPTS } from '../src/domain/delivery';
import { RECEIVER_URL, startReceiver, type Receiver } from './receiver';
import { createSiteOn, DAY, START, startSites, type SitesFixture } from './sites-fixture';

const HOUR = 3_600_000;
let receiver: Receiver;
let sites: SitesFixture;
let testNumber = 0;
/** A workspace and a path used by no other test of this file. */
let ours: { workspaceId: number };
let path: string;

beforeAll(async () => {
  receiver = await startReceiver();
  sites = await startSites(receiver.network);
});
afterAll(async () => {
  await sites.stop();
  await receiver.stop();
});
beforeEach(() => {
  testNumber += 1;
  ours = { workspaceId: testNumber };
  path = `/hook-${testNumber}`;
  sites.clock.set(START);
});

const advance = (ms: number): void => sites.clock.set(sites.clock.now() + ms);
const create = async (events = ['site.installed', 'site.deleted', 'site.purged'], at = path) => {
  const { webhook, secret } = await sites.calls.CreateWebhook({ url: `${RECEIVER_URL}${at}`, events }, ours);
  return { id: webhook?.id ?? 0, secret };
};
const install = async (domain = `site${testNumber}.example`): Promise<number> => {
  const { id } = await createSiteOn(sites, domain, ours);
  await sites.calls.MarkInstalled({ siteId: id });
  return id;
};
const waitForDeliveries = (count: number, at = path) =>
  waitFor(`${count} deliveries`, () => receiver.of(at).length >= count && receiver.of(at));
const deliveriesOf = async (id: number) =>
  (await sites.calls.ListDeliveries({ id, limit: 100 }, ours)).deliveries;
const ended = (id: number, status: string) =>
  waitFor(`a delivery that is ${status}`, async () =>
    (await deliveriesOf(id)).find((delivery) => delivery.status === status),
  );
const attempted = (id: number, attempts: number) =>
  waitFor(`${attempts} attempts`, async () =>
    (await deliveriesOf(id)).find((delivery) => delivery.attempts >= attempts),
  );
const listEvents = async () => (await sites.calls.ListNotices({ limit: 100 }, ours)).notices;

describe('a webhook', () => {
  it('receives one signed event when a site is installed, deleted and purged', async () => {
    // The library that verifies signatures uses the time of this machine.
    const now = Date.now();
    sites.clock.set(now);
    const { id, secret } = await create();
    const siteId = await install();
    await sites.calls.MarkInstalled({ siteId });
    await sites.calls.DeleteSite({ id: siteId }, ours);
    for (const { headers, body } of await waitForDeliveries(2)) {
      expect(headers['content-type']).toBe('application/json');
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
    }
    advance(30 * DAY);
    await sites.calls.BeginPurge({ id: siteId, rows: { events: 3 } }, ours);
    await sites.calls.FinishPurge({ id: siteId }, ours);
    await sites.calls.FinishPurge({ id: siteId }, ours);
    const received = await waitForDeliveries(3);
    await waitFor('nothing to be pending', async () =>
      (await deliveriesOf(id)).every(({ status }) => status === 'delivered'),
    );
    expect(receiver.of(path)).toHaveLength(3);
    const bodies = received.map(({ body }) => JSON.parse(body) as { type: string; data: object });
    const domain = `site${testNumber}.example`;
    expect(bodies.sort((a, b) => a.type.localeCompare(b.type))).toEqual([
      { type: 'site.deleted', timestamp: new Date(now).toISOString(), data: { siteId, domain } },
      { type: 'site.installed', timestamp: new Date(now).toISOString(), data: { siteId, domain } },
      {
        type: 'site.purged',
        timestamp: new Date(now + 30 * DAY).toISOString(),
        data: { siteId, rows: { events: 3, notices: 2, deliveries: 2, sites: 1 } },
      },
    ]);
  });

  it('retries a failed delivery later with the same id', async () => {
    receiver.answers.set(path, 500);
    const { id } = await create();
    await install();
    const refused = await attempted(id, 1);
    expect(refused).toMatchObject({ status: 'pending', httpStatus: 500, problem: 'http_error' });
    expect(refused.nextAttemptAtMs).toBeGreaterThan(START + 4_000);
    expect((await sites.calls.GetWebhook({ id }, ours)).failingSinceMs).toBe(START);
    receiver.answers.set(path, 200);
    advance(6_000);
    expect(await ended(id, 'delivered')).toMatchObject({
      attempts: 2,
      httpStatus: 200,
      endedAtMs: START + 6_000,
    });
    const [first, second] = receiver.of(path);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature']);
    expect((await sites.calls.GetWebhook({ id }, ours)).failingSinceMs).toBeUndefined();
  });

  it('is disabled after three days of failures, and resumes when activated', async () => {
    receiver.answers.set(path, 503);
    const { id } = await create();
    await install();
    for (let n = 1; n < MAX_ATTEMPTS; n += 1) {
      await attempted(id, n);
      advance(23 * HOUR);
    }
    expect(await ended(id, 'failed')).toMatchObject({ attempts: MAX_ATTEMPTS, httpStatus: 503 });
    expect(await sites.calls.GetWebhook({ id }, ours)).toMatchObject({
      status: 'disabled',
      disabledReason: 'failing',
      failingSinceMs: START,
    });
    // Events of the meantime are stored, and a replay delivers them.
    await install(`meanwhile${testNumber}.example`);
    expect(await deliveriesOf(id)).toHaveLength(1);
    receiver.answers.set(path, 204);
    expect(await sites.calls.UpdateWebhook({ id, status: 'active' }, ours)).not.toHaveProperty(
      'disabledReason',
    );
    expect(await sites.calls.ReplayWebhook({ id, sinceMs: START }, ours)).toEqual({ queued: 2 });
    await waitForDeliveries(MAX_ATTEMPTS + 2);
    await waitFor('all to be delivered', async () =>
      (await deliveriesOf(id)).every(({ status }) => status === 'delivered'),
    );
  });

  it('is disabled immediately after a response with status 410', async () => {
    receiver.answers.set(path, 410);
    const { id } = await create();
    await install();
    await attempted(id, 1);
    const webhook = await sites.calls.GetWebhook({ id }, ours);
    expect(webhook).toMatchObject({ status: 'disabled', disabledReason: 'gone', disabledAtMs: START });
  });

  it.each([
    ['cut', 'unreachable'],
    ['redirect', 'redirected'],
    [404, 'http_error'],
  ] as const)('stores the problem when the response is %s', async (answer, problem) => {
    receiver.answers.set(path, answer);
    const { id } = await create();
    await install();
    expect(await attempted(id, 1)).toMatchObject({ status: 'pending', problem });
    expect(receiver.of('/followed')).toEqual([]);
  });

  it('stores the problem of a name without addresses, and accepts an endless response by its status', async () => {
    const { webhook } = await sites.calls.CreateWebhook(
      { url: 'https://unknown.example/', events: ['site.installed'] },
      ours,
    );
    receiver.answers.set(path, 'endless');
    const { id } = await create();
    await install();
    expect(await attempted(webhook?.id ?? 0, 1)).toMatchObject({ problem: 'name_not_found' });
    expect(await ended(id, 'delivered')).toMatchObject({ httpStatus: 200 });
  });

  it('receives only its event types, a test on request, and nothing while paused', async () => {
    const { id } = await create(['site.deleted']);
    const siteId = await install();
    const { noticeId } = await sites.calls.TestWebhook({ id }, ours);
    const [test] = await waitForDeliveries(1);
    expect(test?.headers['webhook-id']).toBe(noticeId);
    expect(JSON.parse(test?.body ?? '')).toMatchObject({ type: 'webhook.test', data: { webhookId: id } });
    await sites.calls.UpdateWebhook({ id, status: 'disabled' }, ours);
    await sites.calls.DeleteSite({ id: siteId }, ours);
    expect((await deliveriesOf(id)).map(({ type }) => type)).toEqual(['webhook.test']);
    expect((await listEvents()).map(({ type }) => type)).toEqual([
      'site.installed',
      'webhook.test',
      'site.deleted',
    ]);
  });

  it('signs with both secrets for a day after a rotation', async () => {
    const { id, secret } = await create();
    const rotated = await sites.calls.RotateWebhookSecret({ id }, ours);
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.previousUntilMs).toBe(START + DAY);
    await install();
    await waitForDeliveries(1);
    advance(DAY);
    await install(`later${testNumber}.example`);
    const signatures = (await waitForDeliveries(2)).map(
      ({ headers }) => String(headers['webhook-signature']).split(' ').length,
    );
    expect(signatures).toEqual([2, 1]);
  });

  it('returns its secret only on creation', async () => {
    const { id, secret } = await create();
    const responses = [
      await sites.calls.GetWebhook({ id }, ours),
      await sites.calls.ListWebhooks({}, ours),
      await sites.calls.UpdateWebhook({ id, description: 'ours' }, ours),
      await deliveriesOf(id),
    ];
    expect(JSON.stringify(responses)).not.toContain(secret.slice('whsec_'.length));
  });
});

describe('a replay', () => {
  it('delivers events after a place again, with their original ids', async () => {
    const { id } = await create();
    for (const n of [1, 2, 3]) await install(`replay${n}.example`);
    const before = (await waitForDeliveries(3)).map(({ headers }) => headers['webhook-id']);
    await waitFor('all to be delivered', async () =>
      (await deliveriesOf(id)).every(({ status }) => status === 'delivered'),
    );
    const [first, ...later] = await listEvents();
    expect(await sites.calls.ReplayWebhook({ id, after: first?.place ?? 0 }, ours)).toEqual({ queued: 2 });
    const again = (await waitForDeliveries(5)).slice(3).map(({ headers }) => headers['webhook-id']);
    expect(again.sort()).toEqual(later.map((event) => event.id).sort());
    expect(before).toEqual(expect.arrayContaining(again));
  });
});

describe('several replicas', () => {
  it('deliver each event once, and continue when one of them stops', async () => {
    const [stopped, other] = [await sites.startReplica(), await sites.startReplica()];
    let isStopped = false;
    try {
      const { id } = await create();
      const ids = await Promise.all(Array.from({ length: 15 }, (_, n) => install(`many${n}.example`)));
      const allDelivered = (count: number) =>
        waitFor(`${count} to be delivered`, async () => {
          const done = (await deliveriesOf(id)).filter(({ status }) => status === 'delivered');
          return done.length === count;
        });
      await allDelivered(15);
      const seen = () => receiver.of(path).map(({ headers }) => headers['webhook-id']);
      expect(seen()).toHaveLength(15);
      const deletions = ids.map((siteId) => sites.calls.DeleteSite({ id: siteId }, ours));
      await stopped.stop();
      isStopped = true;
      await Promise.all(deletions);
      await allDelivered(30);
      // The stopped replica may have lost the result of a delivery that arrived.
      expect(new Set(seen()).size).toBe(30);
    } finally {
      if (!isStopped) await stopped.stop();
      await other.stop();
    }
  });
});

describe('another workspace', () => {
  it('finds none of our webhooks, deliveries or events', async () => {
    const { id } = await create();
    await install();
    await waitForDeliveries(1);
    const theirs = { workspaceId: testNumber + 2_000 };
    expect((await sites.calls.ListWebhooks({}, theirs)).webhooks).toEqual([]);
    expect((await sites.calls.ListNotices({ limit: 10 }, theirs)).notices).toEqual([]);
    const errorType = (call: Promise<unknown>) =>
      call.then(
        () => undefined,
        (error: unknown) => {
          const { code, message } = error as { code: string; message: string };
          return { code, message };
        },
      );
    const methods = [
      (id: number) => sites.calls.GetWebhook({ id }, theirs),
      (id: number) => sites.calls.UpdateWebhook({ id, description: 'x' }, theirs),
      (id: number) => sites.calls.DeleteWebhook({ id }, theirs),
      (id: number) => sites.calls.RotateWebhookSecret({ id }, theirs),
      (id: number) => sites.calls.TestWebhook({ id }, theirs),
      (id: number) => sites.calls.ListDeliveries({ id, limit: 1 }, theirs),
      (id: number) => sites.calls.ReplayWebhook({ id, sinceMs: 0 }, theirs),
    ];
    for (const method of methods) {
      const unknown = await errorType(method(999_999_999));
      expect(unknown?.code).toBe('webhook_not_found');
      expect(await errorType(method(id))).toEqual(unknown);
    }
    expect(await deliveriesOf(id)).toHaveLength(1);
  });
});
