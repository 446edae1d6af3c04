import { AppError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import { identityFixture, NOW, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let lastWorkspace = 0;
let workspaceId: number;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => {
  workspaceId = ++lastWorkspace;
  fixture.analytics.failWith(undefined);
});

const EMAIL = 'ada@example.com';

function identify(anonymousId: string, account: object = {}, workspace = workspaceId) {
  return fixture.calls.Identify(
    { anonymousId, account: { email: EMAIL, ...account } },
    { workspaceId: workspace },
  );
}

async function profiles() {
  const result = await fixture.database.pool.query<Record<string, unknown>>(
    'SELECT user_id, plan, company, mrr, traits FROM identity.profiles WHERE workspace_id = $1 ORDER BY id',
    [workspaceId],
  );
  return result.rows;
}

async function links() {
  const result = await fixture.database.pool.query<{ anonymous_id: string; linked: boolean }>(
    'SELECT anonymous_id, linked_at IS NOT NULL AS linked FROM identity.links WHERE workspace_id = $1 ORDER BY 1',
    [workspaceId],
  );
  return result.rows;
}

describe('Identify', () => {
  it('links a visitor with a session and records the attribution with its evidence', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'AI Assistants', source: 'Perplexity' });
    expect(await identify('v1')).toMatchObject({ linked: true, channel: 'AI Assistants', enriched: false });
    const result = await fixture.database.pool.query<object>(
      'SELECT * FROM identity.attributions WHERE workspace_id = $1',
      [workspaceId],
    );
    expect(result.rows).toEqual([
      expect.objectContaining({
        channel: 'AI Assistants',
        source: 'Perplexity',
        utm_campaign: 'autumn',
        landing: 'example.com/pricing',
        referrer: 'google.com',
        first_seen_at: new Date(Date.UTC(2026, 9, 1)),
        rules_version: 3,
        recorded_at: new Date(NOW),
      }),
    ]);
    expect(await links()).toEqual([{ anonymous_id: 'v1', linked: true }]);
  });

  it('saves the traits of a visitor without a session, and resolves the link later', async () => {
    const answer = await identify('v1', { plan: 'pro' });
    expect(answer).toMatchObject({ linked: false, enriched: true });
    expect(answer.channel).toBeUndefined();
    expect(await profiles()).toMatchObject([{ plan: 'pro' }]);
    expect(await links()).toEqual([{ anonymous_id: 'v1', linked: false }]);
    expect(await fixture.count('attributions', workspaceId)).toBe(0);

    fixture.analytics.sees(workspaceId, 'v1', {});
    expect(await identify('v1')).toMatchObject({ linked: true, channel: 'Organic Search' });
    expect(await links()).toEqual([{ anonymous_id: 'v1', linked: true }]);
  });

  it('never changes the first recorded channel', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Paid Search' });
    fixture.analytics.sees(workspaceId, 'v2', { channel: 'Email' });
    expect(await identify('v1')).toMatchObject({ channel: 'Paid Search' });
    expect(await identify('v2')).toMatchObject({ linked: true, channel: 'Paid Search' });
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Direct' });
    expect(await identify('v1')).toMatchObject({ linked: true, channel: 'Paid Search' });
    expect((await identify('never-seen')).channel).toBeUndefined();
    await expect(
      fixture.database.pool.query(
        "UPDATE identity.attributions SET channel = 'Direct' WHERE workspace_id = $1",
        [workspaceId],
      ),
    ).rejects.toThrow('never changes');
  });

  it('links several accounts to one visitor and several visitors to one account', async () => {
    fixture.analytics.sees(workspaceId, 'v1', {});
    await identify('v1');
    await identify('v1', { email: 'bob@example.com' });
    await identify('v2');
    expect(await fixture.count('profiles', workspaceId)).toBe(2);
    expect(await fixture.count('links', workspaceId)).toBe(3);
    expect(await fixture.count('attributions', workspaceId)).toBe(2);
  });

  it('finds an account by every spelling of its address', async () => {
    for (const email of ['Info@Bücher.example', ' info@xn--bcher-kva.EXAMPLE\n', 'INFO@bu\u0308cher.example'])
      await identify('v1', { email });
    expect(await fixture.count('profiles', workspaceId)).toBe(1);
  });

  it('merges traits per key, removes them on null, and prefers fields to traits', async () => {
    await identify('v1', {
      plan: 'free',
      mrr: 0.1,
      traitsJson: '{"seats": 3, "beta": true, "company": "Acme"}',
    });
    await identify('v1', {
      plan: 'pro',
      userId: 'u1',
      traitsJson: '{"plan": "x", "seats": null, "nps": [9]}',
    });
    expect(await profiles()).toEqual([
      { user_id: 'u1', plan: 'pro', company: 'Acme', mrr: '0.1', traits: { beta: true, nps: [9] } },
    ]);
    await identify('v1', { mrr: 0, traitsJson: '{"plan": null, "__proto__": 1}' });
    const [profile] = await profiles();
    expect(profile).toMatchObject({ plan: null, mrr: '0' });
    expect(JSON.stringify(profile?.['traits'])).toContain('__proto__');
  });

  it('leaves out the traits beyond the limit and records the channel, for a new and for a known account', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    fixture.analytics.sees(workspaceId, 'v2', { channel: 'Direct' });
    const traits = (prefix: string, count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}${i}`, i])));
    const warnings = [
      { field: 'traits', message: expect.stringMatching(/limited to 50 .* left out/) as string },
    ];
    const answer = { linked: true, channel: 'Email', warnings };
    expect(await identify('v1', { traitsJson: traits('a', 60) })).toMatchObject(answer);
    // First a visitor with a link, then another one.
    expect(await identify('v1', { plan: 'pro', traitsJson: traits('b', 1) })).toMatchObject(answer);
    expect(await identify('v2', { company: 'Acme', traitsJson: traits('c', 1) })).toMatchObject(answer);
    const [profile] = await profiles();
    expect(profile).toMatchObject({
      plan: 'pro',
      company: 'Acme',
      traits: JSON.parse(traits('a', 50)) as object,
    });
    expect(await fixture.count('links', workspaceId)).toBe(2);
    const large = { traitsJson: JSON.stringify({ a0: 'x'.repeat(9_000), a1: null, a2: 'new' }) };
    expect(await identify('v1', large)).toMatchObject(answer);
    expect((await profiles())[0]?.['traits']).toMatchObject({ a0: 0, a2: 'new' });
  });

  it.each<[string, object, string]>([
    ['no address', { account: { email: '' } }, 'email'],
    ['no account', {}, 'email'],
    ['a wrong address', { account: { email: 'secret-value' } }, 'email'],
    ['U+0000 in the address', { account: { email: 'secret\0value@example.com' } }, 'email'],
    ['no visitor', { anonymousId: '' }, 'anonymous_id'],
    ['U+0000 in the visitor', { anonymousId: 'secret-value\0' }, 'anonymous_id'],
    ['a long visitor', { anonymousId: 'secret-value'.repeat(20) }, 'anonymous_id'],
    ['U+0000 in the plan', { account: { email: EMAIL, plan: 'secret-value\0' } }, 'plan'],
    ['a lone surrogate', { account: { email: EMAIL, traitsJson: String.raw`{"t":"\ud800"}` } }, 'traits'],
    ['a negative mrr', { account: { email: EMAIL, mrr: -1 } }, 'mrr'],
    ['an mrr that is not a number', { account: { email: EMAIL, mrr: NaN } }, 'mrr'],
    ['traits that are not JSON', { account: { email: EMAIL, traitsJson: '{"secret-value"' } }, 'traits'],
  ])('refuses %s without repeating it, and writes nothing', async (_why, request, field) => {
    const answer = fixture.calls.Identify({ anonymousId: 'v1', ...request }, { workspaceId });
    const error: unknown = await answer.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'invalid_request' });
    expect((error as { fields: { field: string }[] }).fields.map((item) => item.field)).toContain(field);
    expect(JSON.stringify([error, String(error)])).not.toContain('secret');
    expect(await fixture.count('profiles', workspaceId)).toBe(0);
  });

  it('stores or refuses invalid Unicode, but never fails', async () => {
    const error: unknown = await identify('v1', { plan: 'a\ud800b' }).catch((thrown: unknown) => thrown);
    if (error instanceof Error) expect(error).toMatchObject({ code: 'invalid_request' });
  });

  it('stores the largest and the smallest number exactly', async () => {
    await identify('v1', {
      mrr: Number.MAX_VALUE,
      traitsJson: `{"min": ${Number.MIN_VALUE}, "max": 1.7e308}`,
    });
    await identify('v1', { plan: 'pro' });
    const [profile] = await profiles();
    expect(Number(profile?.['mrr'])).toBe(Number.MAX_VALUE);
    expect(profile?.['traits']).toEqual({ min: Number.MIN_VALUE, max: 1.7e308 });
  });

  it('accepts evidence that contains characters refused by Postgres', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { utmCampaign: 'a\0b' });
    expect(await identify('v1')).toMatchObject({ linked: true });
  });

  it('keeps workspaces apart: unrelated digests, profiles and sessions', async () => {
    const other = ++lastWorkspace;
    fixture.analytics.sees(workspaceId, 'v1', {});
    expect(await identify('v1', { plan: 'pro' })).toMatchObject({ linked: true });
    expect(await identify('v1', {}, other)).toMatchObject({ linked: false });
    const result = await fixture.database.pool.query<{ digest: string; plan: string | null }>(
      `SELECT encode(email_digest, 'hex') AS digest, plan FROM identity.profiles WHERE workspace_id = ANY ($1)
        ORDER BY workspace_id`,
      [[workspaceId, other]],
    );
    expect(result.rows.map(({ plan }) => plan)).toEqual(['pro', null]);
    expect(new Set(result.rows.map(({ digest }) => digest)).size).toBe(2);
  });

  it('refuses a call without a workspace', async () => {
    await expect(
      fixture.calls.Identify({ anonymousId: 'v1', account: { email: EMAIL } }),
    ).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('creates one profile with one channel for 50 concurrent first identifies', async () => {
    const visitors = Array.from({ length: 50 }, (_, i) => `v${i}`);
    for (const [i, visitor] of visitors.entries())
      fixture.analytics.sees(workspaceId, visitor, { channel: i % 2 === 0 ? 'Email' : 'Direct' });
    const answers = await Promise.all(
      visitors.map((visitor, i) => identify(visitor, { traitsJson: `{"t${i}": ${i}}` })),
    );
    expect(new Set(answers.map(({ channel }) => channel)).size).toBe(1);
    expect(await fixture.count('profiles', workspaceId)).toBe(1);
    expect(await fixture.count('attributions', workspaceId)).toBe(1);
    expect(await fixture.count('links', workspaceId)).toBe(50);
    const [profile] = await profiles();
    expect(Object.keys(profile?.['traits'] as object)).toHaveLength(50);
  });

  it('saves the changes of an attributed account without calling analytics', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    await identify('v1', { plan: 'free' });
    fixture.analytics.failWith(failure('upstream_unavailable', 'down'));
    expect(await identify('v1', { plan: 'free' })).toMatchObject({ linked: true, channel: 'Email' });
    expect(await identify('v1', { plan: 'pro', userId: 'u1' })).toMatchObject({
      linked: true,
      channel: 'Email',
    });
    expect(await profiles()).toMatchObject([{ plan: 'pro', user_id: 'u1' }]);
  });

  it('saves the changes of 50 concurrent identifies of an existing account', async () => {
    fixture.analytics.sees(workspaceId, 'v1', {});
    await identify('v1');
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => identify('v1', { traitsJson: `{"t${i}": ${i}}` })),
    );
    const [profile] = await profiles();
    expect(Object.keys(profile?.['traits'] as object)).toHaveLength(50);
    expect(await fixture.count('links', workspaceId)).toBe(1);
  });

  it('creates one account per address for 50 concurrent first identifies of one visitor', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => identify('v1', { email: `ada+${i % 25}@example.com` })),
    );
    expect(new Set(answers.map(({ channel }) => channel))).toEqual(new Set(['Email']));
    expect(await fixture.count('profiles', workspaceId)).toBe(25);
    expect(await fixture.count('attributions', workspaceId)).toBe(25);
    expect(await fixture.count('links', workspaceId)).toBe(25);
  });

  it.each(['unavailable', 'deadline'] as const)(
    'saves the account and a pending link if analytics fails (%s)',
    async (kind) => {
      fixture.analytics.failWith(new AppError({ kind, code: 'upstream_unavailable', message: 'down' }));
      // After the outage it continues without analytics for 2 s.
      const replica = await fixture.start({});
      for (const plan of ['pro', 'free']) {
        const request = { anonymousId: 'v1', account: { email: EMAIL, plan } };
        const response = await replica.calls.Identify(request, { workspaceId });
        expect(response).toMatchObject({ linked: false, enriched: true });
      }
      await replica.stop();
      expect(await profiles()).toMatchObject([{ plan: 'free' }]);
      expect(await fixture.count('links', workspaceId)).toBe(1);
    },
  );

  it('writes nothing when analytics returns an unknown channel', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Carrier Pigeons' });
    await expect(identify('v1')).rejects.toMatchObject({ code: 'internal_error' });
    expect(await fixture.count('profiles', workspaceId)).toBe(0);
  });
});
