import { sampleEvent } from '@headwater/eventstore/testing/sample-event';
import { startAnalytics, type RunningAnalytics } from './analytics-fixture';

let analytics: RunningAnalytics;
beforeAll(async () => {
  analytics = await startAnalytics('2026-03-10T12:00:00.000Z');
  await analytics.insert([sampleEvent({ site_id: 1 }), sampleEvent({ site_id: 2 })]);
});
afterAll(() => analytics.stop());

const purge = (siteId: number, options: { dryRun?: boolean; workspaceId?: number } = {}) =>
  analytics.calls.PurgeSite(
    { siteId, dryRun: options.dryRun ?? false },
    { workspaceId: options.workspaceId ?? 1 },
  );

describe('PurgeSite', () => {
  it('counts with dryRun, deletes only the site of its workspace, and may be repeated', async () => {
    expect((await purge(1, { dryRun: true, workspaceId: 2 })).rows).toEqual({});
    await purge(1, { workspaceId: 2 });
    expect((await purge(1, { dryRun: true })).rows).toMatchObject({ events: 1, site_activity: 1 });
    expect((await purge(1)).rows).toEqual({});
    expect((await purge(1)).rows).toEqual({});
    expect((await purge(1, { dryRun: true })).rows).toEqual({});
    expect((await purge(2, { dryRun: true })).rows).toMatchObject({ events: 1 });
  });

  it('rejects an invalid site id', async () => {
    await expect(purge(0)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
