import { randomUUID } from 'node:crypto';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { identityFixture, type IdentityFixture } from './identity-fixture';

let fixture: IdentityFixture;
let workspaceId = 0;

beforeAll(async () => {
  fixture = await identityFixture();
});
afterAll(() => fixture.stop());
beforeEach(async () => {
  workspaceId++;
  await fixture.calls.Identify({ anonymousId: 'v1', account: { email } }, { workspaceId });
});

const email = 'ada@example.com';
const erase = (subject: { email?: string; userId?: string } = { email }) =>
  fixture.calls.EraseAccount(subject, { workspaceId });
const track = async (id: string, phase: string, workspace = workspaceId) =>
  (await fixture.calls.TrackExport({ id, phase }, { workspaceId: workspace })).isCut;

async function begin(workspace = workspaceId): Promise<string> {
  const id = randomUUID();
  expect(await track(id, 'begin', workspace)).toBe(false);
  return id;
}

describe('an export that runs during an erasure', () => {
  it('is cut, and the certificate is complete only after the end of the export', async () => {
    const [id, elsewhere] = [await begin(), await begin(workspaceId + 1_000_000)];
    let isComplete = false;
    const erasure = erase().then((certificate) => {
      isComplete = certificate.completedAtMs !== undefined;
      return certificate;
    });
    await waitFor('the export to be cut', () => track(id, 'renew'));
    expect(await track(elsewhere, 'renew', workspaceId + 1_000_000)).toBe(false);
    const { erasures } = await fixture.calls.ListErasures({ limit: 1 }, { workspaceId });
    expect({ isComplete, stored: erasures[0]?.completedAtMs }).toEqual({
      isComplete: false,
      stored: undefined,
    });
    await track(id, 'end');
    const certificate = await erasure;
    expect(certificate.completedAtMs).toBeDefined();
    expect(certificate.closedExports).toBe(1);
    // Reads no deleted event: it began after the deletion.
    const later = await begin();
    expect(await track(later, 'renew')).toBe(false);
  });

  it('delays the erasure until its gateway has not renewed it for 30 seconds', async () => {
    const id = await begin();
    const running = await erase();
    expect([running.closedExports, running.completedAtMs]).toEqual([1, undefined]);
    await fixture.database.pool.query(
      "UPDATE identity.running_exports SET renewed_at = now() - interval '30 seconds' WHERE id = $1",
      [id],
    );
    const replica = await fixture.start({ LINK_REPAIR_PAUSE_MS: '10' });
    await waitFor('the erasure to complete', async () => {
      const { erasures } = await fixture.calls.ListErasures({ limit: 1 }, { workspaceId });
      return erasures[0]?.completedAtMs !== undefined && erasures[0].closedExports === 1;
    });
    await replica.stop();
    expect(await track(id, 'renew')).toBe(true);
  });

  it('continues if the erasure deletes no events', async () => {
    const id = await begin();
    expect((await erase({ userId: 'without visitors' })).completedAtMs).toBeDefined();
    expect(await track(id, 'renew')).toBe(false);
  });
});

it.each([
  ['an id that is no UUID', 'export 1', 'begin'],
  ['an unknown phase', randomUUID(), 'pause'],
])('TrackExport refuses %s', async (_, id, phase) => {
  await expect(track(id, phase)).rejects.toMatchObject({ code: 'invalid_request' });
});
