import { recordedLog, silentLog } from '@headwater/kit/testing/silent-log';
import { waitFor } from '@headwater/kit/testing/wait-for';
import { removeDeletedSites } from './deleted-sites';

const sites = [1, 2, 3].map((siteId) => ({ siteId, siteKey: `key-${siteId}` }));
const knownSites = { list: () => sites };

describe('removeDeletedSites', () => {
  it('checks only sites with a purge time', async () => {
    const checked: string[] = [];
    const task = removeDeletedSites({
      knownSites,
      purgeTimes: (siteIds) =>
        Promise.resolve(new Map(siteIds.filter((id) => id !== 2).map((id) => [id, 5]))),
      verifySiteKey: (siteId, siteKey) => {
        checked.push(`${siteId} ${siteKey}`);
        return Promise.resolve({ kind: 'refused' });
      },
      log: silentLog(),
    });
    await waitFor('the checks', () => checked.length >= 2);
    await task.stop();
    expect(checked).toEqual(['1 key-1', '3 key-3']);
  });

  it('logs a run that fails', async () => {
    const { log, lines } = recordedLog();
    const task = removeDeletedSites({
      knownSites,
      purgeTimes: () => Promise.reject(new Error('unreachable')),
      verifySiteKey: () => Promise.reject(new Error('not called')),
      log,
    });
    await waitFor('the log line', () => lines.join().includes('known sites cannot be checked for deletions'));
    await task.stop();
  });
});
