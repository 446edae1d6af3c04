import { processMetrics } from '@headwater/kit/metrics/process-metrics';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { RECEIVER_URL, startReceiver, type Receiver } from './receiver';
import { createSiteOn, startSites, type SitesFixture } from './sites-fixture';

let receiver: Receiver;
let sites: SitesFixture;
const ours = { workspaceId: 1 };

beforeAll(async () => {
  receiver = await startReceiver();
  sites = await startSites(receiver.network);
});
afterAll(async () => {
  await sites.stop();
  await receiver.stop();
});

/** The webhook metrics in `/metrics`, by `name{labels}`. */
async function webhookMetrics(): Promise<Record<string, number>> {
  const lines = (await processMetrics().text())
    .split('\n')
    .filter((line) => line.startsWith('headwater_webhook'));
  return Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' ') + 1)),
    ]),
  );
}

const create = async (path: string): Promise<number> => {
  const made = await sites.calls.CreateWebhook(
    { url: `${RECEIVER_URL}${path}`, events: ['site.installed'] },
    ours,
  );
  return made.webhook?.id ?? 0;
};

describe('the webhook metrics', () => {
  it('count attempts by result, pending deliveries with their age, and webhooks by status', async () => {
    expect(await webhookMetrics()).toMatchObject({
      headwater_webhook_deliveries_pending: 0,
      headwater_webhook_oldest_pending_seconds: 0,
      headwater_webhook_overdue_seconds: 0,
      'headwater_webhooks{status="active"}': 0,
    });
    receiver.answers.set('/failing', 500).set('/gone', 410);
    const [failing] = [await create('/failing'), await create('/fine'), await create('/gone')];
    const { id } = await createSiteOn(sites, 'measured.example', ours);
    await sites.calls.MarkInstalled({ siteId: id });
    await waitFor('all attempts to be counted', async () => {
      const now = await webhookMetrics();
      return (
        now['headwater_webhook_attempts_total{result="http_error"}'] === 2 &&
        now['headwater_webhook_attempts_total{result="delivered"}'] === 1 &&
        now['headwater_webhooks{status="gone"}'] === 1 &&
        // Attempts are counted before their result is stored.
        now['headwater_webhook_deliveries_pending'] === 1
      );
    });
    expect(await webhookMetrics()).toMatchObject({
      headwater_webhook_deliveries_pending: 1,
      headwater_webhook_oldest_pending_seconds: 0,
      headwater_webhook_overdue_seconds: 0,
      'headwater_webhooks{status="active"}': 2,
      'headwater_webhooks{status="paused"}': 0,
    });
    await sites.calls.UpdateWebhook({ id: failing, status: 'disabled' }, ours);
    expect(await webhookMetrics()).toMatchObject({
      headwater_webhook_deliveries_pending: 0,
      'headwater_webhooks{status="paused"}': 1,
    });
  });

  it('report the delay of due deliveries without an attempt', async () => {
    const webhook = await create('/fine');
    const at = sites.clock.now();
    await sites.database.pool.query(
      `WITH inserted AS (
         INSERT INTO sites.notices (workspace_id, id, type, at, data) VALUES (1, 'msg_late', 'webhook.test', $2, '{}')
         RETURNING place
       )
       INSERT INTO sites.deliveries (workspace_id, webhook_id, place, created_at, next_at)
       SELECT 1, $1, place, $2, $3 FROM inserted`,
      [webhook, new Date(at), new Date(at + 100_000)],
    );
    // Locks the delivery, so that no replica claims it.
    const holder = await sites.database.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM sites.deliveries WHERE webhook_id = $1 FOR UPDATE', [webhook]);
      sites.clock.set(at + 500_000);
      expect(await webhookMetrics()).toMatchObject({
        headwater_webhook_deliveries_pending: 1,
        headwater_webhook_oldest_pending_seconds: 500,
        headwater_webhook_overdue_seconds: 400,
      });
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  });

  it('omit gauges but keep counters while a query of Postgres fails', async () => {
    await sites.database.pool.query('ALTER TABLE sites.deliveries RENAME TO renamed');
    try {
      const now = await webhookMetrics();
      expect(now).toHaveProperty(['headwater_webhook_attempts_total{result="delivered"}']);
      expect(Object.keys(now).filter((name) => /pending|overdue|webhooks\{/.test(name))).toEqual([]);
    } finally {
      await sites.database.pool.query('ALTER TABLE sites.renamed RENAME TO deliveries');
    }
  });
});
