import { identityFixture, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(() => workspaceId++);

const EMAIL = 'ada@example.com';

function identify(anonymousId: string, account: object) {
  return fixture.calls.Identify({ anonymousId, account: { email: EMAIL, ...account } }, { workspaceId });
}

async function profiles() {
  const result = await fixture.database.pool.query<Record<string, unknown>>(
    'SELECT user_id, plan, company, mrr, traits FROM identity.profiles WHERE workspace_id = $1',
    [workspaceId],
  );
  return result.rows;
}

describe('the fields of an identified account', () => {
  it('unsets each field that the caller names, and keeps the others', async () => {
    await identify('v1', { userId: 'u1', plan: 'pro', company: 'Acme', mrr: 9, traitsJson: '{"seats": 3}' });
    await identify('v1', { unset: ['plan', 'mrr'] });
    expect(await profiles()).toEqual([
      { user_id: 'u1', plan: null, company: 'Acme', mrr: null, traits: { seats: 3 } },
    ]);
    await identify('v1', { plan: 'free', unset: ['user_id', 'company'] });
    expect(await profiles()).toEqual([
      { user_id: null, plan: 'free', company: null, mrr: null, traits: { seats: 3 } },
    ]);
  });

  it('links the visitor and leaves out the fields and traits that contain an email address', async () => {
    fixture.analytics.sees(workspaceId, 'v1', { channel: 'Email' });
    await identify('v1', { userId: 'u1', plan: 'pro' });
    const answer = await identify('v1', {
      userId: EMAIL,
      plan: 'for bob%40example.com',
      company: 'Acme',
      traitsJson: JSON.stringify({ boss: ['bob@example.com'], [EMAIL]: 1, seats: 3 }),
    });
    expect(answer).toMatchObject({ linked: true, channel: 'Email' });
    expect(answer.warnings.map(({ field }) => field).sort()).toEqual([
      'plan',
      'traits',
      'traits.boss',
      'user_id',
    ]);
    expect(await profiles()).toEqual([
      { user_id: 'u1', plan: 'pro', company: 'Acme', mrr: null, traits: { seats: 3 } },
    ]);
    expect(JSON.stringify(answer)).not.toContain('example.com');
    expect(await fixture.dump()).not.toMatch(/bob|example\.com%|ada@/);
  });
});
