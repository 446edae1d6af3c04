import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';
import {
  findMissingConditions,
  rowsOfWorkspace,
  stripWorkspaceConditions,
} from '@headwater/kit/testing/strip-conditions';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { failure } from '@headwater/protos/error-codes';
import type { LoggedErasure } from '@headwater/protos/gen/headwater/identity/v1/LoggedErasure';
import { sealSubject } from '../src/domain/erasure-log';
import {
  hmacKeys,
  identityFixture,
  KEY_NEW,
  KEY_OLD,
  NOW,
  type IdentityFixture,
  type Running,
} from './identity-fixture';

const OURS = { workspaceId: 1 };
const THEIRS = { workspaceId: 2 };
type Workspace = typeof OURS;

const email = 'ada@example.com';
const EXPORT_ID = '0f7c5d1e-2b1a-8c3d-9e4f-5a6b7c8d9e0f';
const MONEY = { amount: '49', currency: 'EUR', type: 'sale' };

let stripped: ReadonlySet<string>;
let fixture: IdentityFixture;
/** A replica whose periodic tasks run often, and whose reports read copies in memory. */
let copying: Running;

beforeAll(async () => {
  stripped = stripWorkspaceConditions();
  fixture = await identityFixture();
  const pause = { NOTICE_PAUSE_MS: '20', LINK_REPAIR_PAUSE_MS: '20', LINK_SWEEP_PAUSE_MS: '20' };
  copying = await fixture.start({ ...pause, LEDGER_COPY_ROWS: '0' });
});
afterAll(() => fixture.stop());

const pay = (workspace: Workspace, payment: object, aliasIds: string[] = []) =>
  fixture.calls.RecordPayment({ payment: { ...MONEY, ...payment }, aliasIds }, workspace);

/** Waits until the periodic tasks have processed everything. The visitor with an arrival becomes due again, after five minutes. */
const allProcessed = () =>
  waitFor('the periodic tasks', async () => {
    const { rows } = await fixture.database.pool.query<{ left: number }>(
      `SELECT (SELECT count(*) FROM identity.links WHERE linked_at IS NULL OR visitor_key IS NULL OR NOT told)
            + (SELECT count(*) FROM identity.corrections WHERE NOT published)
            + (SELECT count(*) FROM identity.payments WHERE notice IN ('look', 'due'))
            + (SELECT count(*) FROM identity.erasures WHERE completed_at IS NULL OR user_ids <> '{}' OR repeat_at <= $1)
            + (SELECT count(*) FROM identity.account_changes) + (SELECT count(*) FROM identity.user_id_changes)
            + (SELECT count(*) FROM identity.touch_changes)
            + (SELECT count(*) FROM identity.links WHERE touches_due_at <= $1)
            + (SELECT count(*) FROM identity.links WHERE anonymous_id = 'v1' AND touches_due_at IS NULL)
            + (SELECT count(*) FROM identity.erasure_visitors) AS left`,
      [new Date(NOW)],
    );
    return Number(rows[0]?.left) === 0;
  });

/** Stores an account of the same person with everything that an account can have. */
async function fill(workspace: Workspace, name: string): Promise<void> {
  const { calls, analytics } = fixture;
  const identify = (anonymousId: string) =>
    calls.Identify(
      { anonymousId, account: { email, userId: 'u1', plan: name, company: name, mrr: 5 } },
      workspace,
    );
  // Without analytics, a link has no visitor key. The first one replaces the channel of the second.
  analytics.failWith(failure('upstream_unavailable', 'analytics is down'));
  await identify('v1');
  analytics.failWith(undefined);
  analytics.sees(workspace.workspaceId, 'v2', { channel: 'Email', firstSeenAtMs: NOW - 1_000 });
  // Identity may not call analytics again immediately after an error.
  await waitFor('the channel', async () => (await identify('v2')).channel === 'Email');
  // Each read of the arrivals contains this one, however long the test takes. Otherwise the last read decides when it is due.
  const always = Date.now() + 3_600_000;
  analytics.arrives(workspace.workspaceId, 'v1', { channel: 'Referral', firstSeenAtMs: NOW - 2_000 }, always);
  await identify('v1');
  await pay(workspace, { paymentId: name, email });
  // A payment under several ids, whose customer is known later.
  await pay(workspace, { paymentId: 'pi_1', customerId: 'pi_1' }, ['pi_1', 'ch_1']);
  await pay(workspace, { paymentId: 'ch_1', customerId: 'cus_1' }, ['ch_1', 'pi_1']);
  await calls.RecordBilling({ customerId: 'cus_1', atMs: NOW - 1, anonymousId: 'v3' }, workspace);
  await pay(workspace, { paymentId: 'dp_1', customerId: 'pi_1', siblingPaymentId: 'pi_1', type: 'refund' });
  analytics.sees(workspace.workspaceId, 'v3', { channel: 'Direct', firstSeenAtMs: NOW });
  const subscription = { subscriptionId: name, eventId: 'evt_1', mrr: '10', currency: 'EUR' };
  await calls.RecordBilling({ customerId: 'cus_1', email, atMs: NOW, subscription }, workspace);
  await calls.TrackExport({ id: EXPORT_ID, phase: 'begin' }, workspace);
  analytics.returns(workspace.workspaceId, 'v1', {
    startedAtMs: NOW - 5_000,
    channel: 'Email',
    source: name,
  });
  await fixture.database.pool.query('UPDATE identity.links SET touches_due_at = $2 WHERE workspace_id = $1', [
    workspace.workspaceId,
    new Date(NOW),
  ]);
  const cost = { day: '2026-10-01', source: name, amount: '1.50', currency: 'EUR' };
  await calls.PutCosts({ costs: [{ index: 0, cost }] }, workspace);
}

const theirRows = () => rowsOfWorkspace(fixture.database.pool, 'identity', THEIRS.workspaceId);

/** The log of erasures. */
async function logged(workspace: Workspace): Promise<LoggedErasure[]> {
  const { erasures } = await fixture.calls.ListLoggedErasures({ after: 0, limit: 100 });
  return (erasures as LoggedErasure[]).filter(({ workspaceId }) => workspaceId === workspace.workspaceId);
}

test('statements without a condition on the workspace neither read nor change rows of another workspace', async () => {
  await fill(THEIRS, 'theirs');
  await allProcessed();
  const before = await theirRows();
  expect(before.length).toBeGreaterThanOrEqual(12);
  await fill(OURS, 'ours');
  await allProcessed();

  const { calls } = fixture;
  const account = { email, userId: 'u2', plan: 'stolen' };
  const payment = { ...MONEY, paymentId: 'theirs', email, amount: '7', type: 'refund' };
  const answers: Promise<unknown>[] = [];
  const call = async (answer: Promise<unknown>): Promise<void> => {
    answers.push(answer);
    await answer.catch(() => undefined);
  };
  await call(calls.ListCompanies({}, OURS));
  await call(calls.LookUpAttribution({ email }, OURS));
  await call(calls.QueryCustomers({ dimension: 'plan' }, OURS));
  await call(calls.GetCredit({ paymentId: 'theirs', model: 'linear' }, OURS));
  await call(calls.QueryRevenue({ dimension: 'channel', model: 'linear' }, OURS));
  await call(calls.ListConversions({ siteIds: [1], limit: 10 }, OURS));
  await call(calls.ListSignups({ siteIds: [1], limit: 10 }, OURS));
  await call(calls.QueryCohorts({ dimension: 'company' }, OURS));
  await call(calls.QueryCustomers({ dimension: 'channel', model: 'linear' }, OURS));
  await call(calls.QueryCustomers({ dimension: 'source' }, OURS));
  await call(calls.QueryCustomers({ dimension: 'device' }, OURS));
  const cost = { day: '2026-10-01', source: 'ours', amount: '3', currency: 'EUR' };
  await call(calls.PutCosts({ costs: [{ index: 0, cost }] }, OURS));
  await call(calls.ListCosts({ limit: 1000 }, OURS));
  await call(calls.DeleteCosts({ from: '2026-01-01', to: '2026-12-31' }, OURS));
  await call(calls.LookUpAttributions({ accounts: [{ email }, { userId: 'u1' }] }, OURS));
  await call(calls.ListAccounts({ after: 0, limit: 1000 }, OURS));
  const channel = { key: 'channel', operator: 'is', value: 'Email' };
  await call(calls.ListAccounts({ limit: 1000, filters: [channel] }, OURS));
  for (const id of [1, 2, 3, 4]) await call(calls.GetAccount({ id }, OURS));
  await call(calls.QueryRevenue({ dimension: 'channel' }, OURS));
  await call(copying.calls.QueryRevenue({ dimension: 'channel' }, OURS));
  await call(calls.ListCorrections({ limit: 5 }, OURS));
  await call(calls.Identify({ anonymousId: 'v1', account }, OURS));
  await call(calls.BulkIdentify({ users: [{ index: 0, account }] }, OURS));
  await call(calls.RecordPayments({ payments: [{ index: 0, payment }] }, OURS));
  await call(pay(OURS, { paymentId: 'in_1', email, type: 'subscription' }, ['in_1', 'pi_1']));
  await call(pay(OURS, { paymentId: 'pi_2', customerId: 'pi_2' }, ['pi_2']));
  await call(pay(OURS, { paymentId: 'in_2', email, type: 'subscription' }, ['in_2', 'pi_2']));
  await call(pay(OURS, { paymentId: 'pi_3', customerId: 'pi_3' }, ['pi_3']));
  await call(calls.RecordPayment({ aliasIds: ['pi_3', 'pi_2'] }, OURS));
  const refund = { ...MONEY, paymentId: 'in_1-refunded', customerId: 'in_1', type: 'refund' };
  const sum = { payment: refund, aliasIds: ['in_1-refunded'], cumulative: true };
  for (let times = 0; times < 2; times++) await call(calls.RecordPayment(sum, OURS));
  await call(calls.RecordPayment({ aliasIds: ['theirs'], voided: true }, OURS));
  await allProcessed();
  // Reads the changes since the copy.
  await call(copying.calls.QueryRevenue({ dimension: 'channel' }, OURS));
  for (const phase of ['renew', 'end']) await call(calls.TrackExport({ id: EXPORT_ID, phase }, OURS));
  await call(calls.EraseAccount({ userId: 'u1' }, OURS));
  await call(calls.EraseAccount({ anonymousId: 'v2' }, OURS));
  await call(calls.EraseAccount({ email }, OURS));
  // An address may have been a user id.
  await call(calls.EraseAccount({ userId: email }, OURS));
  await call(calls.ListErasures({ limit: 5 }, OURS));
  const { pool } = fixture.database;
  const erasures = await logged(OURS);
  expect(erasures).toHaveLength(4);
  await call(calls.GetErasure({ id: erasures[0]?.certificate?.id ?? '' }, OURS));
  // As in a backup from before the erasures. Analytics repeats them when their time has come.
  await pool.query('DELETE FROM identity.erasure_visitors; DELETE FROM identity.erasures');
  for (const erasure of erasures) await call(calls.RepeatErasure(erasure));
  // A second part, and a rotation of the key.
  const [first] = erasures as [LoggedErasure];
  const secondPart = { ...OURS, id: first.certificate?.id ?? '', part: 1 };
  const ids = { visitors: ['v9'], unlinked: ['v9'], userIds: ['u9'] };
  const sealed = sealSubject(hmacKeys(), secondPart, ids);
  await call(calls.RepeatErasure({ ...first, part: 1, profiles: [], sealed }));
  const rotated = await fixture.start({ HMAC_KEYS: `${KEY_NEW},${KEY_OLD}` });
  await waitFor('the log to move to the new key', async () => {
    const { rows } = await pool.query(`SELECT FROM identity.erasure_log WHERE key_id <> 'new'`);
    return rows.length === 0;
  });
  await rotated.stop();
  await allProcessed();
  await pool.query('UPDATE identity.erasures SET repeat_at = $1', [new Date(NOW)]);
  await allProcessed();

  const outcomes = await Promise.allSettled(answers);
  const internal = outcomes.filter(
    (outcome) => outcome.status === 'rejected' && (outcome.reason as { kind?: string }).kind === 'internal',
  );
  expect(internal).toEqual([]);
  const texts = outcomes.map((outcome) => JSON.stringify('value' in outcome ? outcome.value : ''));
  expect(texts.join('\n')).toContain('ours');
  expect(texts.join('\n')).not.toMatch(/theirs/);
  expect(await theirRows()).toEqual(before);
});

test('every condition on the workspace was removed', () => {
  expect(findMissingConditions(join(packageRoot('@headwater/identity'), 'src'), stripped)).toEqual([]);
});
