import { AppError } from '@headwater/kit/errors';
import { recordedLog } from '@headwater/kit/testing/silent-log';
import type { Purge__Output } from '@headwater/protos/gen/headwater/sites/v1/Purge';
import type { Site__Output } from '@headwater/protos/gen/headwater/sites/v1/Site';
import { deleteClickIds } from './delete-click-ids';

const SITES: Record<number, boolean | 'purged' | 'scheduled' | undefined> = {
  1: true,
  2: false,
  3: false,
  4: 'scheduled',
  5: 'purged',
  6: undefined,
};

/** Sites of workspace 7. An older version of sites returns no setting of site 6. The deletion for site 2 fails. */
async function run({ dryRun = false, isOlder = false } = {}) {
  const removed: string[] = [];
  const { log, lines } = recordedLog();
  const result = await deleteClickIds({
    sites: {
      GetSite: async ({ id }) => {
        const clickIds = SITES[Number(id)];
        if (typeof clickIds === 'string')
          throw new AppError({ kind: 'not_found', code: 'site_not_found', message: 'not found' });
        return Promise.resolve({ clickIds } as Site__Output);
      },
      GetPurge: async ({ siteId }) => Promise.resolve({ state: SITES[Number(siteId)] } as Purge__Output),
    },
    analytics: {
      ListClickIdSites: async () => {
        if (isOlder)
          throw new AppError({ kind: 'unavailable', code: 'upstream_unavailable', message: 'upgraded' });
        const siteIds = Object.keys(SITES).map(Number);
        return Promise.resolve({ sites: siteIds.map((siteId) => ({ workspaceId: 7, siteId })) });
      },
      DeleteClickIds: async ({ siteId }, call) => {
        if (siteId === 2) throw new Error('crash');
        removed.push(`${Number(siteId)} ${call?.workspaceId} ${call?.deadlineMs}`);
        return Promise.resolve({});
      },
    },
    ...{ log, deadlineMs: 1_000, dryRun },
  });
  return { removed, result, lines };
}

it('deletes click ids of disabled and of purged sites, also after a failure', async () => {
  expect(await run()).toMatchObject({
    removed: ['3 7 1000', '5 7 1000'],
    result: { deleted: [3, 5], failures: 1 },
  });
});

it('deletes nothing in a dry run', async () => {
  expect(await run({ dryRun: true })).toMatchObject({ removed: [], result: { deleted: [], failures: 0 } });
});

it('logs that an older analytics lists no sites', async () => {
  const { result, lines } = await run({ isOlder: true });
  expect(result).toEqual({ deleted: [], failures: 1 });
  expect(lines).toEqual([expect.stringContaining('click ids not deleted')]);
});
