// Starts one process from its sources: prints its name, builds it, then runs dist/<name>.js.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const name = process.argv[2] ?? 'all-in-one';
// npm forwards only SIGINT and SIGTERM. If another signal ends npm, nothing in the terminal would stop this process.
if (process.env.npm_lifecycle_event) stopWithParent();
// Other programs read the output of these commands, so print nothing else.
if (!['admin', 'keys'].includes(name) && !process.argv.includes('--print-config'))
  console.log(`headwater: starting ${name} …`);

// A separate process: its memory, and the process that esbuild starts, end with the build.
const build = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
if (build.status !== 0) process.exit(build.status ?? 1);

process.argv.splice(2, 1);
process.setSourceMapsEnabled(true);
createRequire(import.meta.url)(join(root, 'dist', `${name}.js`));

function stopWithParent() {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    console.error('headwater: npm has exited. Stopping.');
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}
