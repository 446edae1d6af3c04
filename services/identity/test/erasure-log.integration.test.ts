import { randomUUID } from 'node:crypto';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { failure } from '@headwater/protos/error-codes';
import type { LoggedErasure } from '@headwater/protos/gen/headwater/identity/v1/LoggedErasure';
import { identityFixture, KEY_NEW, KEY_OLD, NOW, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

const email = 'ada@example.com';
const sql = async (text: string) => (await fixture.database.pool.query<Record<string, unknown>>(text)).rows;
const link = (anonymousId: string, account: { email: string; userId?: string }) =>
  fixture.calls.Identify({ anonymousId, account }, { workspaceId });
const erase = (subject: { email?: string; userId?: string; anonymousId?: string }) =>
  fixture.calls.EraseAccount(subject, { workspaceId });
const lookUp = (who: { email: string }) => fixture.calls.LookUpAttribution(who, { workspaceId });
const pay = (paymentId: string, payer: { email?: string; userId?: string }) =>
  fixture.calls.RecordPayment(
    { payment: { paymentId, ...payer, amount: '10', currency: 'EUR', type: 'sale' } },
    { workspaceId },
  );

const TABLES = async () =>
  (
    await sql(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'identity' AND tablename NOT IN ('migrations', 'key_checks')`,
    )
  ).map(({ name }) => String(name));

async function backUp(): Promise<void> {
  await sql('DROP SCHEMA IF EXISTS backup CASCADE');
  await sql('CREATE SCHEMA backup');
  for (const table of await TABLES()) await sql(`CREATE TABLE backup.${table} AS TABLE identity.${table}`);
}

async function restore(): Promise<void> {
  const tables = await TABLES();
  await sql(`TRUNCATE ${tables.map((table) => `identity.${table}`).join(', ')}`);
  const client = await fixture.database.pool.connect();
  try {
    // Without the foreign keys and triggers, like pg_restore.
    await client.query('SET session_replication_role = replica');
    for (const table of tables)
      await client.query(
        `INSERT INTO identity.${table} OVERRIDING SYSTEM VALUE SELECT * FROM backup.${table}`,
      );
    await client.query('RESET session_replication_role');
  } finally {
    client.release();
  }
}

/** The workspace's log, read in pages of one. */
async function log(): Promise<LoggedErasure[]> {
  const erasures: LoggedErasure[] = [];
  for (let after = 0; ;) {
    const page = await fixture.calls.ListLoggedErasures({ after, limit: 1 });
    if (page.erasures.length === 0) return erasures.filter((erasure) => erasure.workspaceId === workspaceId);
    erasures.push(...(page.erasures as LoggedErasure[]));
    after = page.last;
  }
}
async function repeat(logged: readonly LoggedErasure[], calls = fixture.calls) {
  const answers = [];
  for (const erasure of logged) answers.push(await calls.RepeatErasure(erasure));
  return answers;
}
/** Without the text that is sealed again. */
const unsealed = ({ sealed, ...rest }: LoggedErasure) => ({ ...rest, isSealed: sealed !== undefined });
const certificates = async () =>
  (await fixture.calls.ListErasures({ limit: 10 }, { workspaceId })).erasures.toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  );

describe('RepeatErasure', () => {
  it('erases the subjects of the log again on a restored backup, and returns the same certificates', async () => {
    for (const visitor of ['v1', 'v2', 'v3']) fixture.analytics.sees(workspaceId, visitor, {});
    await link('v1', { email, userId: 'u1' });
    await link('v2', { email: 'bob@example.com', userId: 'u2' });
    await pay('p1', { email });
    await pay('p2', { userId: 'nobody' });
    await backUp();
    await link('later', { email });
    await erase({ email });
    await erase({ userId: 'nobody' });
    await erase({ anonymousId: 'v3' });
    const [logged, before] = [await log(), await certificates()];
    expect(logged).toHaveLength(3);

    await restore();
    for (const visitor of ['v1', 'v3']) fixture.analytics.sees(workspaceId, visitor, {});
    expect(await lookUp({ email })).toMatchObject({ found: true });
    expect(await repeat(logged)).toEqual([
      { outcome: 'complete', profiles: 1, isNew: true },
      { outcome: 'complete', profiles: 0, isNew: true },
      { outcome: 'complete', profiles: 0, isNew: true },
    ]);
    expect(await certificates()).toEqual(before);
    expect((await log()).map(unsealed)).toEqual(logged.map(unsealed));
    expect(await lookUp({ email })).toMatchObject({ found: false });
    expect(await lookUp({ email: 'bob@example.com' })).toMatchObject({ found: true, visitors: 1 });
    expect(await fixture.dump()).not.toMatch(new RegExp(`\\(${workspaceId},.*\\b(u1|v1|v3|later|nobody)\\b`));
    // Neither the visitors of the backup nor later ones are linked to an account again.
    for (const visitor of ['v1', 'v3', 'later']) {
      fixture.analytics.sees(workspaceId, visitor, { channel: 'Email' });
      expect(await link(visitor, { email: 'cyd@example.com' })).toMatchObject({ linked: false });
    }
  });

  it('keeps an account that was created with the same address after the erasure, also on a newer backup', async () => {
    await link('v1', { email });
    await erase({ email });
    await link('v2', { email });
    const logged = await log();
    expect(await repeat(logged)).toEqual([{ outcome: 'complete', profiles: 0, isNew: false }]);
    expect(await lookUp({ email })).toMatchObject({ found: true, visitors: 1 });

    // On a backup without the first account, a new one may even get its id.
    await sql(`DELETE FROM identity.erasures WHERE workspace_id = ${workspaceId}`);
    const [erasure] = logged;
    const [{ id } = { id: 0 }] = await sql(
      `SELECT id::int FROM identity.profiles WHERE workspace_id = ${workspaceId}`,
    );
    const profiles = [{ id: Number(id), createdAtMs: NOW - 1 }];
    expect(await repeat([{ ...(erasure as LoggedErasure), profiles }])).toMatchObject([
      { profiles: 0, isNew: true },
    ]);
    expect(await lookUp({ email })).toMatchObject({ found: true, visitors: 1 });
  });

  it('deletes the rows in analytics again if only they are older than the erasure, and changes nothing in a repeat', async () => {
    await link('v1', { email });
    await erase({ email });
    const [logged, before] = [await log(), await certificates()];
    for (let n = 0; n < 2; n++) {
      fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
      expect(await repeat(logged)).toEqual([{ outcome: 'complete', profiles: 0, isNew: false }]);
      fixture.analytics.failWith(undefined);
      expect(await link('v1', { email: 'bob@example.com' })).toMatchObject({ linked: false });
    }
    expect(await certificates()).toEqual(before);
  });

  it('cuts an open export of the restored data, and keeps the certificate', async () => {
    await link('v1', { email });
    await backUp();
    await erase({ email });
    const [logged, before] = [await log(), await certificates()];
    await restore();
    const id = randomUUID();
    const track = async (phase: string) =>
      (await fixture.calls.TrackExport({ id, phase }, { workspaceId })).isCut;
    await track('begin');
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    const repeated = repeat(logged);
    await waitFor('the export to be cut', () => track('renew'));
    await track('end');
    expect(await repeated).toEqual([{ outcome: 'complete', profiles: 1, isNew: true }]);
    expect(await certificates()).toEqual(before);
  });

  it('keeps the links and rows of visitors that another account shares', async () => {
    fixture.analytics.sees(workspaceId, 'shared', { channel: 'Email' });
    await link('shared', { email });
    await link('shared', { email: 'bob@example.com' });
    await backUp();
    await erase({ email });
    const logged = await log();
    await restore();
    await repeat(logged);
    expect(await lookUp({ email: 'bob@example.com' })).toMatchObject({
      found: true,
      visitors: 1,
      attribution: { channel: 'Email' },
    });
  });

  it('continues by itself after an outage of analytics', async () => {
    await link('v1', { email });
    await backUp();
    await erase({ email });
    const [logged, before] = [await log(), await certificates()];
    await restore();
    fixture.analytics.failWith(failure('upstream_unavailable', 'down'));
    expect(await repeat(logged)).toMatchObject([{ outcome: 'running', profiles: 1 }]);
    fixture.analytics.failWith(undefined);
    const replica = await fixture.start({ LINK_REPAIR_PAUSE_MS: '10' });
    await waitFor(
      'the visitors to be deleted',
      async () =>
        (await sql(`SELECT FROM identity.erasure_visitors WHERE workspace_id = ${workspaceId}`)).length === 0,
    );
    await replica.stop();
    expect(await certificates()).toEqual(before);
  });

  it('repeats an erasure of more visitors and user ids than fit into a message, in parts', async () => {
    const visitors = 10_000;
    await link('v0', { email, userId: 'u0' });
    const idOf = `md5(n::text)`;
    await sql(
      `INSERT INTO identity.links (workspace_id, profile_id, anonymous_id, created_at, linked_at)
       SELECT ${workspaceId}, p.id, ${idOf}, p.created_at, p.created_at
         FROM identity.profiles AS p, generate_series(1, ${visitors}) AS n WHERE p.workspace_id = ${workspaceId}`,
    );
    await sql(
      `INSERT INTO identity.former_user_ids (workspace_id, profile_id, user_id)
       SELECT ${workspaceId}, p.id, 'former ' || n
         FROM identity.profiles AS p, generate_series(1, 6000) AS n WHERE p.workspace_id = ${workspaceId}`,
    );
    await pay('p1', { email });
    await pay('p2', { userId: 'former 5999' });
    await backUp();
    await erase({ email });
    const [logged, before] = [await log(), await certificates()];
    expect(logged.map(({ part }) => part)).toEqual([0, 1, 2]);
    await restore();
    // Without the first part, nothing happens.
    expect(await repeat(logged.slice(1))).toMatchObject([
      { outcome: 'key_missing' },
      { outcome: 'key_missing' },
    ]);
    const redactedBefore = fixture.sites.redacted.length;
    const answers = await repeat(logged);
    expect(answers.map(({ outcome }) => outcome)).toEqual(logged.map(() => 'complete'));
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await certificates()).toEqual(before);
    expect((await log()).map(unsealed)).toEqual(logged.map(unsealed));
    expect(await lookUp({ email })).toMatchObject({ found: false });
    expect(
      await sql(
        `SELECT (SELECT count(*)::int FROM identity.links WHERE workspace_id = ${workspaceId}) AS links,
                (SELECT count(*)::int FROM identity.erased_visitors WHERE workspace_id = ${workspaceId}) AS erased,
                (SELECT count(*)::int FROM identity.payments WHERE workspace_id = ${workspaceId} AND detached_at IS NULL) AS attached`,
      ),
    ).toEqual([{ links: 0, erased: visitors + 1, attached: 0 }]);
    const redacted = fixture.sites.redacted.slice(redactedBefore).map(({ userId }) => userId);
    expect(new Set(redacted).size).toBe(6_001);
    // A repeat changes nothing.
    expect((await repeat(logged)).some(({ isNew }) => isNew)).toBe(false);
    expect((await log()).map(unsealed)).toEqual(logged.map(unsealed));
  });

  it('works after a rotation, and changes nothing without the key of the log', async () => {
    await link('v1', { email });
    await backUp();
    await erase({ email });
    const logged = await log();
    await restore();
    // The profiles of other tests need the old key: without a check of the keys, which only the start makes.
    const changed = { ...(logged[0] as LoggedErasure), sealed: Buffer.alloc(60) };
    expect(await repeat([changed])).toEqual([{ outcome: 'key_missing', profiles: 0, isNew: false }]);
    expect(await lookUp({ email })).toMatchObject({ found: true });
    const rotated = await fixture.start({ HMAC_KEYS: `${KEY_NEW},${KEY_OLD}` });
    expect(await repeat(logged, rotated.calls)).toMatchObject([{ outcome: 'complete', profiles: 1 }]);
    await rotated.stop();
  });

  it('names nobody in the log, and deletes it after ERASURE_LOG_DAYS', async () => {
    await link('a-visitor', { email, userId: 'a-user' });
    await erase({ email });
    const text = (await log()).map(({ sealed, ...rest }) => JSON.stringify(rest) + String(sealed)).join();
    for (const part of ['a-visitor', 'a-user', 'ada']) expect(text).not.toContain(part);
    await sql(
      `UPDATE identity.erasure_log SET logged_at = now() - interval '9 years' WHERE workspace_id = ${workspaceId}`,
    );
    const replica = await fixture.start({ ERASURE_LOG_DAYS: '30' });
    await waitFor('the log to be deleted', async () => (await log()).length === 0);
    await replica.stop();
    expect(await certificates()).toHaveLength(1);
  });
});
