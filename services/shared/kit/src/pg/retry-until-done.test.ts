import { BreakingMigrationError } from '../breaking-migration';
import { recordedLog } from '../testing/silent-log';
import { waitFor } from '../testing/wait-for';
import { retryUntilDone } from './retry-until-done';

const outage = (): Error => Object.assign(new Error('down'), { code: 'ECONNREFUSED' });
const noExit = (code: number): never => {
  throw new Error(`exit ${code}`);
};

test('retries in the background while Postgres is unreachable', async () => {
  let attempts = 0;
  const work = () => (++attempts === 1 ? Promise.reject(outage()) : Promise.resolve());
  const task = await retryUntilDone(work, recordedLog().log, noExit);
  expect(task.isDone()).toBe(false);
  await waitFor('the second attempt', () => task.isDone());
  await task.stop();
});

test('throws an error of the first attempt that is no outage', async () => {
  await expect(
    retryUntilDone(() => Promise.reject(new Error('wrong key')), recordedLog().log, noExit),
  ).rejects.toThrow('wrong key');
});

test('ends the process when a retry finds a breaking migration', async () => {
  const { log, lines } = recordedLog();
  const exits: number[] = [];
  let attempts = 0;
  const work = () =>
    Promise.reject(
      ++attempts === 1 ? outage() : new BreakingMigrationError('sites', [{ name: '0099_x', reason: 'why' }]),
    );
  const task = await retryUntilDone(work, log, (code) => exits.push(code));
  await waitFor('the exit', () => exits.length > 0);
  await task.stop();
  expect(exits[0]).toBe(1);
  expect(lines.join('')).toContain('refusing to run on this schema');
});
