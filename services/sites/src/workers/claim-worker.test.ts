import { currentTenancy, acrossWorkspaces, type Tenancy } from '@headwater/kit/pg/tenancy';
import { silentLog } from '@headwater/kit/testing/silent-log';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { startClaimWorker } from './claim-worker';

describe('startClaimWorker', () => {
  it('claims rows of all workspaces, and works on each row in its workspace', async () => {
    const due = [{ workspaceId: 7 }, { workspaceId: 8 }, { workspaceId: 7 }];
    const seen: (Tenancy | undefined)[][] = [];
    const worker = acrossWorkspaces(() =>
      startClaimWorker({
        ...{ name: 'test', slots: 1, intervalMs: 5, isEnabled: () => true, log: silentLog() },
        claim: ({ max }) => {
          expect(currentTenancy()).toBe('all');
          return Promise.resolve(due.splice(0, max));
        },
        work: ({ workspaceId }) => Promise.resolve(void seen.push([workspaceId, currentTenancy()])),
      }),
    );
    await waitFor('the work', () => Promise.resolve(seen.length === 3));
    await worker.stop();
    expect(seen).toEqual([
      [7, 7],
      [8, 8],
      [7, 7],
    ]);
  });
});
