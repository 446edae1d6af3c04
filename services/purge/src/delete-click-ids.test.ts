import { AppError } from '@headwater/kit/errors';
import { recordedLog } from '@headwater/kit/testing/silent-log';
import type { Site__Output } from '@headwater/protos/gen/headwater/sites/v1/Site';
import { deleteClickIds } from './delete-click-ids';

/** Sites of workspace 7: 1 is enabled, 2 and 3 disabled, 4 deleted. The deletion for site 2 fails. */
async function run(dryRun = false) {
  const removed: string[] = [];
  const { log } = recordedLog();
  const result = await deleteClickIds({
    sites: {
      GetSite: async ({ id }) => {
        if (id === 4) throw new AppError({ kind: 'not_found', code: 'site_not_found', message: 'not found' });
        return Promise.resolve({ clickIds: id === 1 } as Site__Output);
      },
    },
    analytics: {
      ListClickIdSites: async () =>
        Promise.resolve({ sites: [1, 2, 3, 4].map((siteId) => ({ workspaceId: 7, siteId })) }),
      DeleteClickIds: async ({ siteId }, call) => {
        if (siteId === 2) throw new Error('crash');
        removed.push(`${Number(siteId)} ${call?.workspaceId} ${call?.deadlineMs}`);
        return Promise.resolve({});
      },
    },
    ...{ log, deadlineMs: 1_000, dryRun },
  });
  return { removed, result };
}

it('deletes click ids of disabled sites, also after a failure', async () => {
  expect(await run()).toEqual({ removed: ['3 7 1000'], result: { deleted: [3], failed: [2] } });
});

it('deletes nothing in a dry run', async () => {
  expect(await run(true)).toEqual({ removed: [], result: { deleted: [], failed: [] } });
});
