import { Client } from 'pg';
import { identityFixture, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

interface Row {
  email?: string;
  plan?: string;
  company?: string;
  mrr?: number;
  userId?: string;
  traitsJson?: string;
}

function bulk(rows: readonly (Row | null)[]) {
  return fixture.calls.BulkIdentify(
    { users: rows.map((account, index) => ({ index, account })) },
    { workspaceId },
  );
}

const rowsOf = (count: number, row: Row = {}): Row[] =>
  Array.from({ length: count }, (_, i) => ({ email: `user${i}@example.com`, ...row }));

async function profiles() {
  const result = await fixture.database.pool.query<Record<string, unknown>>(
    'SELECT plan, company, mrr, traits FROM identity.profiles WHERE workspace_id = $1 ORDER BY company, id',
    [workspaceId],
  );
  return result.rows;
}

describe('BulkIdentify', () => {
  it('imports 1000 accounts twice with different traits, and never records a channel or a link', async () => {
    expect(await bulk(rowsOf(1_000, { plan: 'free', traitsJson: '{"a": 1}' }))).toEqual({
      imported: 1_000,
      skipped: 0,
      errors: [],
      warnings: [],
    });
    expect(await bulk(rowsOf(1_000, { plan: 'pro', traitsJson: '{"b": 2}' }))).toMatchObject({
      imported: 1_000,
    });
    expect(await fixture.count('profiles', workspaceId)).toBe(1_000);
    const all = await profiles();
    expect(
      all.every((row) => JSON.stringify(row['traits']) === '{"a":1,"b":2}' && row['plan'] === 'pro'),
    ).toBe(true);
    expect(await fixture.count('attributions', workspaceId)).toBe(0);
    expect(await fixture.count('links', workspaceId)).toBe(0);
  });

  it('does not change a recorded channel', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    const account = { email: 'user0@example.com' };
    await fixture.calls.Identify({ anonymousId: 'v1', account }, { workspaceId });
    await bulk(rowsOf(2, { plan: 'pro' }));
    expect(await fixture.calls.Identify({ anonymousId: 'v1', account }, { workspaceId })).toMatchObject({
      channel: 'Email',
    });
    expect(await fixture.count('attributions', workspaceId)).toBe(1);
  });

  it('skips rows without a valid address and leaves out invalid fields of others, without repeating their content', async () => {
    const answer = await bulk([
      { email: 'ada@example.com', company: 'Acme' },
      { email: 'secret-value' },
      null,
      { email: 'bob@example.com', mrr: -1 },
      { email: 'cy@example.com', traitsJson: '{"t": "secret-value\\u0000"}' },
      { email: 'dee@example.com', company: 'Bcme', plan: 'secret-value\0', mrr: -2 },
      { email: 'eve@example.com', company: 'Ccme' },
      {
        email: 'fay@example.com',
        userId: 'fay@example.com',
        company: 'Dcme',
        traitsJson: '{"boss": "secret-value@example.com", "seats": 3}',
      },
    ]);
    expect(answer).toMatchObject({ imported: 6, skipped: 2 });
    expect(answer.errors.map(({ index }) => index)).toEqual([1, 2]);
    expect(answer.warnings.map(({ index, field }) => `${index} ${field}`)).toEqual([
      '3 mrr',
      '4 traits',
      '5 plan',
      '5 mrr',
      '7 traits.boss',
      '7 user_id',
    ]);
    expect(JSON.stringify(answer)).not.toMatch(/secret-value|@example/);
    expect(await profiles()).toMatchObject([
      { company: 'Acme', plan: null, mrr: null },
      { company: 'Bcme', plan: null, mrr: null },
      { company: 'Ccme' },
      { company: 'Dcme', traits: { seats: 3 } },
      { company: null, mrr: null },
      { company: null, traits: {} },
    ]);
  });

  it('merges rows with the same address in their order', async () => {
    expect(
      await bulk([
        { email: 'ada@example.com', plan: 'free', traitsJson: '{"a": 1, "b": 1}' },
        { email: 'bob@example.com', company: 'Z' },
        { email: 'ADA@example.com', plan: 'pro', traitsJson: '{"b": null, "c": 2}' },
        { email: ' ada@EXAMPLE.com', company: 'A', traitsJson: '{"c": 3}' },
      ]),
    ).toMatchObject({ imported: 4, skipped: 0 });
    expect(await profiles()).toEqual([
      { plan: 'pro', company: 'A', mrr: null, traits: { a: 1, c: 3 } },
      { plan: null, company: 'Z', mrr: null, traits: {} },
    ]);
  });

  it('leaves out the traits that would exceed the trait limit, and imports the rest of the row', async () => {
    const traits = (prefix: string) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${prefix}${i}`, i])));
    const answer = await bulk([
      { email: 'not-an-address' },
      { email: 'ada@example.com', traitsJson: traits('a') },
      { email: 'ada@example.com', traitsJson: traits('b'), company: 'Acme' },
      { email: 'ada@example.com', plan: 'pro' },
      { email: '' },
    ]);
    expect(answer).toMatchObject({
      imported: 3,
      skipped: 2,
      errors: [{ index: 0 }, { index: 4 }],
      warnings: [{ index: 2, field: 'traits' }],
    });
    const [profile] = await profiles();
    expect(profile).toMatchObject({ plan: 'pro', company: 'Acme' });
    const kept = Object.keys(profile?.['traits'] as object);
    expect(kept.filter((key) => key.startsWith('a'))).toHaveLength(30);
    expect(kept.filter((key) => key.startsWith('b'))).toHaveLength(20);
  });

  it('refuses 1001 rows and writes nothing', async () => {
    await expect(bulk(rowsOf(1_001))).rejects.toMatchObject({
      code: 'invalid_request',
      fields: [{ field: 'users' }],
    });
    expect(await fixture.count('profiles', workspaceId)).toBe(0);
  });

  it('accepts an empty list, and a list of invalid rows only', async () => {
    expect(await bulk([])).toEqual({ imported: 0, skipped: 0, errors: [], warnings: [] });
    expect(await bulk([null])).toMatchObject({ imported: 0, skipped: 1 });
  });

  it('writes all or nothing', async () => {
    await fixture.database.pool.query(
      `ALTER TABLE identity.profiles ADD CONSTRAINT no_z CHECK (company <> 'poison') NOT VALID`,
    );
    await expect(bulk([...rowsOf(10), { email: 'z@example.com', company: 'poison' }])).rejects.toMatchObject({
      code: 'internal_error',
    });
    expect(await fixture.count('profiles', workspaceId)).toBe(0);
    await fixture.database.pool.query('ALTER TABLE identity.profiles DROP CONSTRAINT no_z');
  });

  it('never deadlocks with other bulk calls and identifies for the same accounts', async () => {
    const emails = Array.from({ length: 60 }, (_, i) => `user${i}@example.com`);
    const shuffled = (seed: number) =>
      emails
        .map((email, i) => ({ email, order: Math.sin(seed * 1_000 + i) }))
        .sort((a, b) => a.order - b.order)
        .map(({ email }) => ({ email, traitsJson: `{"t${seed % 40}": ${seed}}` }));
    // More calls than connections: a call that gets no connection in time is retried, so a slow machine needs a long deadline.
    const patient = { workspaceId, deadlineMs: 60_000 };
    const work = Array.from({ length: 80 }, (_, seed) =>
      seed % 2 === 0
        ? fixture.calls.BulkIdentify(
            {
              users: shuffled(seed)
                .slice(0, 40)
                .map((account, index) => ({ index, account })),
            },
            patient,
          )
        : fixture.calls.Identify(
            { anonymousId: `v${seed}`, account: { email: emails[seed % 60] ?? '' } },
            patient,
          ),
    );
    await Promise.all<unknown>(work);
    expect(await fixture.count('profiles', workspaceId)).toBe(60);
  });

  it('runs three statements on profiles for any number of rows, new and existing, and none on another table', async () => {
    await bulk(rowsOf(100, { plan: 'free' }));
    const query = jest.spyOn(Client.prototype, 'query');
    await bulk([...rowsOf(300, { plan: 'pro' }), ...rowsOf(300, { company: 'Acme' })]);
    const texts = query.mock.calls.map(([statement]) => JSON.stringify(statement));
    query.mockRestore();
    expect(texts.filter((text) => text.includes('identity.profiles')).length).toBe(3);
    expect(texts.filter((text) => /identity[.](?!profiles|operations)/.test(text))).toEqual([]);
  });
});
