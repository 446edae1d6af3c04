import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDirectory } from './directory-lock';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe('directory lock', () => {
  it('lets one of ten in, and the next when that one has left', async () => {
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => lockDirectory(directory)));
    const [winner, ...others] = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(others).toEqual([]);
    await expect(lockDirectory(directory)).rejects.toThrow('in use by another process');
    await winner?.release();
    expect(readdirSync(directory)).toEqual([]);
    await (await lockDirectory(directory)).release();
  });

  it('takes over from a holder that was killed', async () => {
    const script = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
    expect(() => execFileSync(process.execPath, ['-e', script, join(directory, 'lock')])).toThrow();
    expect(readdirSync(directory)).toEqual(['lock']);
    const lock = await lockDirectory(directory);
    await expect(lockDirectory(directory)).rejects.toThrow('in use');
    await lock.release();
  });
});
