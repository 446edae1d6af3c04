import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { keyedOperationId } from '@headwater/kit/rpc/operation-id';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { identityFixture, type IdentityFixture, type Running } from './identity-fixture';

let fixture: IdentityFixture;
let replica: Running;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
  replica = await fixture.start({});
});
afterAll(() => fixture.stop());
beforeEach(() => {
  workspaceId++;
});

function identify(anonymousId: string, account: object, options: object = {}) {
  return fixture.calls.Identify({ anonymousId, account }, { workspaceId, ...options });
}

/** The plan and user id of each account of the workspace. */
async function profiles(workspace = workspaceId) {
  const result = await fixture.database.pool.query<{ plan: string | null; user_id: string | null }>(
    'SELECT plan, user_id FROM identity.profiles WHERE workspace_id = $1 ORDER BY user_id',
    [workspace],
  );
  return result.rows;
}

const MANY = Array.from({ length: 40 }, (_, i) => i);

describe('concurrent Identify calls', () => {
  it('are saved and answered separately: new and existing accounts, visitors with and without sessions, changed and unchanged profiles', async () => {
    for (const i of MANY)
      if (i % 2 === 0)
        fixture.analytics.sees(workspaceId, `v${i}`, { channel: i % 4 === 0 ? 'Email' : 'Direct' });
    const all = (plan: string, some: readonly number[]) =>
      Promise.all(
        some.map((i) => identify(`v${i}`, { email: `a${i}@example.com`, userId: String(100 + i), plan })),
      );
    await all('free', MANY.slice(0, 20));
    await all(
      'free',
      MANY.filter((i) => i % 3 === 0),
    );
    const answers = await all('pro', MANY);
    expect(answers.map(({ linked, channel }) => (linked ? channel : 'none'))).toEqual(
      MANY.map((i) => (i % 2 === 1 ? 'none' : i % 4 === 0 ? 'Email' : 'Direct')),
    );
    expect(await profiles()).toEqual(MANY.map((i) => ({ user_id: String(100 + i), plan: 'pro' })));
    expect(await fixture.count('links', workspaceId)).toBe(40);
    expect(await fixture.count('attributions', workspaceId)).toBe(20);
  });

  it('under Idempotency-Keys share statements, and repeats return the present answers without an effect', async () => {
    const digest = (i: number) => createHash('sha256').update(`${workspaceId} ${i}`).digest();
    const all = () =>
      Promise.all(
        Array.from({ length: 1_000 }, (_, i) =>
          identify(
            `v${i}`,
            { email: `a${i}@example.com`, userId: String(1_000 + i), plan: 'free' },
            { operationId: keyedOperationId(digest(i)) },
          ),
        ),
      );
    const first = await all();
    expect(await fixture.count('profiles', workspaceId)).toBe(1_000);
    fixture.analytics.sees(workspaceId, 'v0', { channel: 'Email' });
    await identify('v0', { email: 'a0@example.com', plan: 'pro' });
    const [linked, ...others] = await all();
    expect(linked).toMatchObject({ linked: true, channel: 'Email' });
    expect(others).toEqual(first.slice(1));
    expect((await profiles()).map(({ plan }) => plan)).toEqual(['pro', ...Array<string>(999).fill('free')]);
  });

  it('fail individually when the database, analytics or the validation refuses one', async () => {
    await fixture.database.pool.query(`
      CREATE FUNCTION identity.refuse_plan() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN IF NEW.plan = 'refused' THEN RAISE EXCEPTION 'no'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER refuse_plan BEFORE INSERT OR UPDATE ON identity.profiles
        FOR EACH ROW EXECUTE FUNCTION identity.refuse_plan()`);
    const expectedErrors: Readonly<Record<number, string>> = {
      3: 'internal_error',
      7: 'internal_error',
      11: 'invalid_request',
    };
    fixture.analytics.sees(workspaceId, 'v7', { channel: 'Carrier Pigeons' });
    const all = (plan: string) =>
      Promise.all(
        MANY.map((i) =>
          identify(i === 11 ? '\n' : `v${i}`, {
            email: `a${i}@example.com`,
            userId: String(100 + i),
            plan: i === 3 ? 'refused' : plan,
          }).then(
            () => 'ok',
            (error: unknown) => (error as { code: string }).code,
          ),
        ),
      );
    for (const plan of ['free', 'pro']) {
      expect(await all(plan)).toEqual(MANY.map((i) => expectedErrors[i] ?? 'ok'));
      expect(await profiles()).toEqual(
        MANY.filter((i) => expectedErrors[i] === undefined).map((i) => ({ user_id: String(100 + i), plan })),
      );
    }
    await fixture.database.pool.query('DROP FUNCTION identity.refuse_plan CASCADE');
  });

  it('succeed when others are cancelled or exceed their deadline in the queue', async () => {
    const gate = await fixture.database.pool.connect();
    await gate.query('BEGIN');
    await gate.query('LOCK TABLE identity.profiles IN ACCESS EXCLUSIVE MODE');
    const caller = new AbortController();
    const calls = MANY.map((i) =>
      identify(
        `v${i}`,
        { email: `a${i}@example.com`, userId: String(100 + i) },
        i === 0 || i === 20 ? { signal: caller.signal } : i === 30 ? { deadlineMs: 100 } : {},
      ).then(
        () => 'ok',
        (error: unknown) => (error as { code: string }).code,
      ),
    );
    await waitFor('a batch to wait', async () => {
      const { rows } = await gate.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return (rows[0]?.waiting ?? 0) > 0;
    });
    caller.abort();
    expect(await calls[20]).toBe('cancelled');
    expect(await calls[30]).toBe('deadline_exceeded');
    await gate.query('COMMIT');
    gate.release();
    const without = new Set([0, 20, 30]);
    const rest = (await Promise.all(calls)).filter((_, i) => !without.has(i));
    expect(rest).toEqual(rest.map(() => 'ok'));
    expect((await profiles()).map(({ user_id }) => user_id)).toEqual(
      expect.arrayContaining(MANY.filter((i) => !without.has(i)).map((i) => String(100 + i))),
    );
  });

  it('fail when the channel could not be recorded, instead of reporting no channel', async () => {
    fixture.analytics.sees(workspaceId, 'v2', {});
    await identify('v1', { email: 'ada@example.com' });
    await fixture.database.pool.query(`
      CREATE FUNCTION identity.skip() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER skip BEFORE INSERT ON identity.attributions FOR EACH ROW EXECUTE FUNCTION identity.skip()`);
    const answer = identify('v2', { email: 'ada@example.com' }).finally(() =>
      fixture.database.pool.query('DROP FUNCTION identity.skip CASCADE'),
    );
    await expect(answer).rejects.toMatchObject({ code: 'internal_error' });
  });

  it('keep workspaces apart that send the same addresses and visitors concurrently', async () => {
    const other = ++workspaceId;
    const one = other - 1;
    fixture.analytics.sees(one, 'v', { channel: 'Email' });
    fixture.analytics.sees(other, 'v', { channel: 'Direct' });
    const answers = await Promise.all(
      MANY.map((i) => {
        const workspace = i % 2 === 0 ? one : other;
        const account = { email: `a${i % 10 < 5 ? 0 : 1}@example.com`, plan: String(workspace) };
        return identify('v', account, { workspaceId: workspace });
      }),
    );
    expect(answers.map(({ channel }) => channel)).toEqual(
      MANY.map((i) => (i % 2 === 0 ? 'Email' : 'Direct')),
    );
    for (const workspace of [one, other]) {
      expect((await profiles(workspace)).map(({ plan }) => plan)).toEqual([workspace, workspace].map(String));
      expect(await fixture.count('links', workspace)).toBe(2);
    }
  });

  it('lead to the same state as sequential calls, in any order, on two replicas', async () => {
    const call = fc.record({ account: fc.nat(3), visitor: fc.nat(5), second: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 40 }), async (calls) => {
        workspaceId++;
        for (const visitor of [0, 2, 4])
          fixture.analytics.sees(workspaceId, `v${visitor}`, { source: `source ${visitor}` });
        const answers = await Promise.all(
          calls.map(({ account, visitor, second }, index) =>
            (second ? replica : fixture).calls.Identify(
              {
                anonymousId: `v${visitor}`,
                account: {
                  email: `a${account}@example.com`,
                  userId: `u${account}`,
                  traitsJson: `{"t${index}":1}`,
                },
              },
              { workspaceId },
            ),
          ),
        );
        expect(answers.map(({ linked }) => linked)).toEqual(calls.map(({ visitor }) => visitor % 2 === 0));
        expect(await outcome()).toEqual(expectedOutcome(calls));
      }),
      { numRuns: 25 },
    );
  });
});

/** The stored state of each account. The first resolved link decides the attribution, in any order of arrival. */
async function outcome() {
  const { rows } = await fixture.database.pool.query<object>(
    `SELECT p.user_id AS account,
            (SELECT array_agg(key ORDER BY key) FROM jsonb_object_keys(p.traits) AS key) AS traits,
            (SELECT array_agg(l.anonymous_id ORDER BY l.anonymous_id) FROM identity.links AS l
              WHERE l.workspace_id = p.workspace_id AND l.profile_id = p.id) AS visitors,
            a.source IS NOT DISTINCT FROM (
              SELECT 'source ' || substr(l.anonymous_id, 2) FROM identity.links AS l
               WHERE l.workspace_id = p.workspace_id AND l.profile_id = p.id AND l.linked_at IS NOT NULL
               ORDER BY ordinal LIMIT 1) AS by_first_seen
       FROM identity.profiles AS p LEFT JOIN identity.attributions AS a
            ON a.workspace_id = p.workspace_id AND a.profile_id = p.id
      WHERE p.workspace_id = $1 ORDER BY p.user_id`,
    [workspaceId],
  );
  return rows;
}

function expectedOutcome(calls: readonly { readonly account: number; readonly visitor: number }[]) {
  const accounts = [...new Set(calls.map(({ account }) => account))].sort((a, b) => a - b);
  return accounts.map((account) => ({
    account: `u${account}`,
    traits: calls.flatMap((one, index) => (one.account === account ? [`t${index}`] : [])).sort(),
    visitors: [
      ...new Set(calls.filter((one) => one.account === account).map(({ visitor }) => `v${visitor}`)),
    ].sort(),
    by_first_seen: true,
  }));
}
