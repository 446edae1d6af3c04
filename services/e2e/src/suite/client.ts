import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { repositoryRoot } from '../child-process';
import type { System } from '../system';

/** The example of the client's README does what it says. */
export function describeClient(system: () => System): void {
  test("the example of the client's README works", async () => {
    const readme = readFileSync(join(repositoryRoot(), 'services/client/README.md'), 'utf8');
    const example = /<!-- run: client -->\n```ts\n([^]*?)```/.exec(readme)?.[1] ?? '';
    const directory = mkdtempSync(join(tmpdir(), 'headwater-client-'));
    const outfile = join(directory, 'example.js');
    try {
      await build({
        stdin: { contents: example, loader: 'ts', resolveDir: repositoryRoot() },
        outfile,
        bundle: true,
        platform: 'node',
        logLevel: 'silent',
      });
      const { stdout } = await promisify(execFile)(process.execPath, [outfile], {
        env: { ...process.env, HEADWATER_URL: system().apiUrl, HEADWATER_TOKEN: system().token },
      });
      expect(stdout).toMatch(/^1 signup\n404 site_not_found: There is no such site/);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }, 60_000);
}
