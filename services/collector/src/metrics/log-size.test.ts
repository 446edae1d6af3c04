import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { watchLogSize } from './log-size';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'log-depth-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function watched(directory: string) {
  const registry = new Registry();
  const failures: unknown[] = [];
  watchLogSize(registry, {
    directory,
    maxBytes: 100,
    waitingMs: () => 2_500,
    onFailure: (error) => failures.push(error),
  });
  return { failures, text: () => registry.metrics() };
}

describe('the depth of the log', () => {
  it('is the size of all files in the folder and those of other processes', async () => {
    mkdirSync(join(root, 'process-1'));
    writeFileSync(join(root, 'a.log'), 'abc');
    writeFileSync(join(root, 'process-1', 'b.log'), 'defgh');
    const { failures, text } = watched(root);
    expect(await text()).toMatch(/^headwater_log_bytes 8$/m);
    expect(failures).toEqual([]);
  });

  it('comes with the time that the oldest event waits, in seconds', async () => {
    expect(await watched(root).text()).toMatch(/^headwater_log_oldest_seconds 2.5$/m);
  });

  it('is nothing where there is no folder yet', async () => {
    const { failures, text } = watched(join(root, 'absent'));
    expect(await text()).toMatch(/^headwater_log_bytes 0$/m);
    expect(failures).toEqual([]);
  });

  it('is absent and reported as a failure while the folder cannot be read', async () => {
    const directory = join(root, 'log');
    writeFileSync(directory, 'no folder');
    const { failures, text } = watched(directory);
    const broken = await text();
    expect(broken).not.toMatch(/^headwater_log_bytes \d/m);
    expect(broken).toMatch(/^headwater_log_max_bytes 100$/m);
    expect(failures).toMatchObject([{ code: 'ENOTDIR' }]);
    rmSync(directory);
    mkdirSync(directory);
    expect(await text()).toMatch(/^headwater_log_bytes 0$/m);
  });
});
