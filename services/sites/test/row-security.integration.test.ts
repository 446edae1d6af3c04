import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import { createPool } from '@headwater/kit/pg/pool';
import { inWorkspace } from '@headwater/kit/pg/tenancy';
import { silentLog } from '@headwater/kit/testing/silent-log';
import {
  findMissingConditions,
  rowsOfWorkspace,
  stripWorkspaceConditions,
} from '@headwater/kit/testing/strip-conditions';
import type { DetectionResult } from '../src/domain/detection/findings';
import { finishDelivery, releaseDelivery, type DeliveryClaim } from '../src/store/delivery-queue';
import { finishDetection } from '../src/store/detections';
import { createSiteOn, DAY, OURS, START, startSites, type SitesFixture } from './sites-fixture';

const THEIRS = { workspaceId: 2 };
const goal = { name: 'Signup', type: 'event', event: 'signup' };
const funnel = { name: 'Buy', windowHours: 24, steps: [goal, { ...goal, name: 'Pay', event: 'pay' }] };
const webhook = { url: 'https://receiver.example/', events: ['site.deleted'] };

let stripped: ReadonlySet<string>;
let sites: SitesFixture;

beforeAll(async () => {
  stripped = stripWorkspaceConditions();
  sites = await startSites();
});
afterAll(() => sites.stop());

/** Creates a site with everything that a site can have. @returns the ids */
async function fill(workspace: { workspaceId: number }, name: string) {
  const { id: siteId } = await createSiteOn(sites, `${name}.example`, workspace);
  const { id: goalId } = await sites.calls.CreateGoal({ siteId, goal: { ...goal, name } }, workspace);
  const { id: funnelId } = await sites.calls.CreateFunnel({ siteId, funnel: { ...funnel, name } }, workspace);
  const note = { siteId, day: '2026-10-25', text: name };
  const { id: annotationId } = await sites.calls.CreateAnnotation(note, workspace);
  const view = { name, page: 'overview', siteId, query: '' };
  const { id: viewId } = await sites.calls.CreateSavedView(view, workspace);
  const created = await sites.calls.CreateWebhook({ ...webhook, url: `https://${name}.example/` }, workspace);
  const notice = {
    id: name,
    type: 'identity.linked',
    atMs: START,
    dataJson: JSON.stringify({ userId: name }),
  };
  await sites.calls.RecordNotices({ notices: [{ workspaceId: workspace.workspaceId, notice }] });
  return { siteId, goalId, funnelId, annotationId, viewId, webhookId: created.webhook?.id ?? 0 };
}

const theirRows = () => rowsOfWorkspace(sites.database.pool, 'sites', THEIRS.workspaceId);

test('statements without a condition on the workspace neither read nor change rows of another workspace', async () => {
  const theirs = await fill(THEIRS, 'theirs');
  const ours = await fill(OURS, 'ours');
  const before = await theirRows();
  expect(before.length).toBeGreaterThanOrEqual(5);
  const { siteId, goalId, funnelId, annotationId, viewId, webhookId: id } = theirs;
  const { calls } = sites;
  const answers: Promise<unknown>[] = [
    ...[ours, theirs].flatMap((ids) => [
      calls.ListGoals({ siteId: ids.siteId }, OURS),
      calls.ListFunnels({ siteId: ids.siteId }, OURS),
      calls.ListAnnotations({ siteId: ids.siteId }, OURS),
      calls.CreateAnnotation({ siteId: ids.siteId, day: '2026-10-26', text: 'Launch' }, OURS),
      calls.CreateSavedView({ name: 'V', page: 'overview', siteId: ids.siteId, query: '' }, OURS),
      calls.GetConfig({ siteId: ids.siteId }, OURS),
    ]),
    calls.ListSites({}, OURS),
    calls.ListWebhooks({}, OURS),
    calls.ListNotices({ after: 0, limit: 100 }, OURS),
    calls.ListPurges({ limit: 10 }, OURS),
    calls.GetSite({ id: siteId }, OURS),
    calls.UpdateSite({ id: siteId, name: 'Stolen' }, OURS),
    calls.GetGoal({ siteId, id: goalId }, OURS),
    calls.GetFunnel({ siteId, id: funnelId }, OURS),
    calls.UpdateGoal({ siteId, id: goalId, event: 'stolen' }, OURS),
    calls.UpdateFunnel({ siteId, id: funnelId, windowHours: 1 }, OURS),
    calls.DeleteGoal({ siteId, id: goalId }, OURS),
    calls.DeleteFunnel({ siteId, id: funnelId }, OURS),
    calls.UpdateAnnotation({ siteId, id: annotationId, text: 'Stolen' }, OURS),
    calls.DeleteAnnotation({ siteId, id: annotationId }, OURS),
    calls.ListSavedViews({}, OURS),
    calls.UpdateSavedView({ id: viewId, name: 'Stolen' }, OURS),
    calls.DeleteSavedView({ id: viewId }, OURS),
    calls.DetectSite({ siteId }, OURS),
    calls.GetWebhook({ id }, OURS),
    calls.UpdateWebhook({ id, url: 'https://stolen.example/' }, OURS),
    calls.ListDeliveries({ id, limit: 10 }, OURS),
    calls.RotateWebhookSecret({ id }, OURS),
    calls.ReplayWebhook({ id, after: 0 }, OURS),
    calls.TestWebhook({ id }, OURS),
    calls.DeleteWebhook({ id }, OURS),
    calls.ListSites({ deleted: true }, OURS),
    calls.RemoveUserIds({ userIds: ['theirs'], dryRun: true }, OURS),
    calls.RemoveUserIds({ userIds: ['theirs'] }, OURS),
    calls.BeginAudit({ siteId }, OURS),
    calls.RepeatDeletion({ ...OURS, siteId, createdAtMs: START, deletedAtMs: START, purgeAtMs: START + DAY }),
    calls.RecordAudit({ siteId, day: '2026-11-01', differences: 1 }, OURS),
    calls.BeginRetention({ siteId, beforeDay: '2026-10-01', beforeMs: START }, OURS),
    calls.FinishRetention({ siteId, beforeDay: '2026-10-01', beforeMs: START }, OURS),
    calls.ReplayWebhook({ id: ours.webhookId, after: 0 }, OURS),
    calls.DeleteSite({ id: siteId }, OURS),
    calls.RestoreSite({ id: siteId }, OURS),
    calls.GetPurge({ siteId }, OURS),
  ];
  await Promise.allSettled(answers);
  const inOrder = async (call: () => Promise<unknown>): Promise<void> => {
    const answer = call();
    answers.push(answer);
    await answer.catch(() => undefined);
  };
  for (const values of [[goal], [{ ...goal, event: 'other' }], []])
    await inOrder(() => calls.PutConfig({ siteId: ours.siteId, goals: { values } }, OURS));
  const operation = { ...OURS, operationId: 'one-call' };
  // The second call finds the record of the first.
  for (let call = 0; call < 2; call++)
    await inOrder(() => calls.DeleteFunnel({ siteId: ours.siteId, id: ours.funnelId }, operation));
  sites.clock.set(START + 31 * DAY);
  answers.push(calls.BeginPurge({ id: siteId, rows: {} }, OURS), calls.FinishPurge({ id: siteId }, OURS));
  const outcomes = await Promise.allSettled(answers);
  const internal = outcomes.filter(
    (outcome) => outcome.status === 'rejected' && (outcome.reason as { kind?: string }).kind === 'internal',
  );
  expect(internal).toEqual([]);
  const texts = outcomes.map((outcome) => JSON.stringify('value' in outcome ? outcome.value : ''));
  expect(texts.join('\n')).toContain('ours.example');
  expect(texts.join('\n')).not.toMatch(/theirs/);
  expect(await theirRows()).toEqual(before);
});

test('workers neither finish nor release claims of another workspace', async () => {
  const { pool } = sites.database;
  const { webhooks } = await sites.calls.ListWebhooks({}, THEIRS);
  await sites.calls.TestWebhook({ id: webhooks[0]?.id ?? 0 }, THEIRS);
  const until = START + 365 * DAY;
  const [{ id, webhookId, siteId } = { id: 0, webhookId: 0, siteId: 0 }] = (
    await pool.query<{ id: number; webhookId: number; siteId: number }>(
      `UPDATE sites.deliveries AS d SET status = 'pending', claimed_until = $2 FROM sites.sites AS s
        WHERE d.workspace_id = $1 AND s.workspace_id = $1
       RETURNING d.id::int, d.webhook_id::int AS "webhookId", s.id::int AS "siteId"`,
      [THEIRS.workspaceId, new Date(until)],
    )
  ).rows;
  await pool.query(
    `UPDATE sites.sites SET detection_status = 'pending', detection_claimed_until = $2 WHERE workspace_id = $1`,
    [THEIRS.workspaceId, new Date(until)],
  );
  const before = await theirRows();
  const db = createPool({ databaseUrl: sites.database.url, applicationName: 'test', log: silentLog() });
  const claim = { ...OURS, id, webhookId, until } as DeliveryClaim;
  const detection = { ...OURS, id: siteId, domain: '', siteKey: '', until };
  const failed = { status: 'failed', suggestedCategories: ['blog'] } as unknown as DetectionResult;
  expect(id).toBeGreaterThan(0);
  await inWorkspace(OURS.workspaceId, async () => {
    await releaseDelivery(db, claim);
    await finishDelivery(db, claim, { result: { ok: true, httpStatus: 200 }, now: START });
    await finishDetection(db, detection, failed, START);
  });
  await db.end();
  expect(await theirRows()).toEqual(before);
});

test('every condition on the workspace was removed', () => {
  expect(findMissingConditions(join(packageRoot('@headwater/sites'), 'src'), stripped)).toEqual([]);
});
