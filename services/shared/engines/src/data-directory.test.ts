import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataDirectory } from './data-directory';

const scratch = mkdtempSync(join(tmpdir(), 'headwater-lock-'));
afterAll(() => rmSync(scratch, { recursive: true }));

test('refuses a locked directory with the holder, until it is released', () => {
  const directory = join(scratch, 'made', 'on', 'the', 'way');
  const lock = lockDataDirectory(directory);
  expect(() => lockDataDirectory(directory)).toThrow(
    `The data directory ${directory} is in use by process ${process.pid}. Stop that process first`,
  );
  lock.release();
  lock.release();
  lockDataDirectory(directory).release();
});

test('a second release does not release the lock of a later holder', () => {
  const directory = join(scratch, 'twice');
  const first = lockDataDirectory(directory);
  first.release();
  const second = lockDataDirectory(directory);
  first.release();
  expect(() => lockDataDirectory(directory)).toThrow('in use');
  second.release();
});
