import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { packageRoot } from '../src/package-root';

const folder = mkdtempSync(join(tmpdir(), 'headwater-last-lines-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the output of a process that logs lines and ends in the same turn of the event loop. */
function linesOf(end: string): Promise<string> {
  const bundle = join(folder, 'process.js');
  buildSync({
    stdin: {
      contents: `import { createLog } from './src/log';
        const log = createLog('test', 'info');
        for (let i = 0; i < 100; i++) log.info({ i }, 'a line');
        ${end}`,
      resolveDir: packageRoot('@headwater/kit'),
    },
    bundle: true,
    platform: 'node',
    outfile: bundle,
  });
  return new Promise((resolve) => {
    execFile(process.execPath, [bundle], (_error, stdout) => resolve(stdout));
  });
}

test.each([
  ['an exception that nobody catches', `throw new Error('gone');`],
  ['a rejection that nobody catches', `void Promise.reject(new Error('gone'));`],
  ['an immediate exit', 'process.exit(1);'],
  ['the end of all work', ''],
  [
    'a signal that it stops at',
    `process.on('SIGTERM', () => process.exit(0)); process.kill(process.pid, 'SIGTERM');`,
  ],
  ['a fatal line before it is killed', `log.fatal('gone'); process.kill(process.pid, 'SIGKILL');`],
])('writes all lines before %s', async (_, end) => {
  const lines = (await linesOf(end)).trim().split('\n');
  const logged = lines.map((line) => JSON.parse(line) as { i?: number; msg: string });
  expect(logged.filter(({ msg }) => msg === 'a line').map(({ i }) => i)).toEqual(
    Array.from({ length: 100 }, (_line, i) => i),
  );
});
