import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { waitFor } from '@headwater/kit/testing/wait-for';

// `.ci/run` needs sessions and priorities of Linux. Other systems run only README's commands.
const test = process.platform === 'linux' ? it : it.skip;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headwater-ci-'));
  for (const name of ['.ci', 'bin']) mkdirSync(join(folder, name));
  copyFileSync(join(__dirname, '../.ci/run'), join(folder, '.ci/run'));
  for (const name of ['install-extras', 'install-chart-tools', 'install-client-tools', 'test-node-version'])
    stub(`.ci/${name}`, 'true');
  stubNpm('');
  // With the usual priority, the steps do not wait for other work on the machine.
  stub('bin/nice', '[ $# -eq 0 ] && echo 0 || { shift 2; exec "$@"; }');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Replaces a program by lines of bash. */
const stub = (file: string, lines: string) =>
  writeFileSync(join(folder, file), `#!/usr/bin/env bash\n${lines}\n`, { mode: 0o755 });

/** Replaces npm: each script passes, jest without a test, except those that the branches of a `case` match. */
const stubNpm = (branches: string) =>
  stub(
    'bin/npm',
    `args="$*"; report="\${@: -1}"; report="\${report#--outputFile=}"
     case "$args" in
       ${branches}
       *--outputFile=*) echo '{"testResults":[]}' >"$report" ;;
       *) echo "ran $args" ;;
     esac`,
  );

const options = () => ({
  encoding: 'utf8' as const,
  env: { ...process.env, FOLDER: folder, PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` },
});
const run = () => spawnSync(join(folder, '.ci/run'), options());

test('runs checks beside the tests, with lowest priority', () => {
  rmSync(join(folder, 'bin/nice'));
  // The tests end when lint runs.
  stubNpm(
    `*"silent test --"*) until [ -e "$FOLDER/lint" ]; do sleep 0.05; done; echo '{"testResults":[]}' >"$report" ;;
     *lint) nice >"$FOLDER/lint" ;;`,
  );
  const { status, stdout } = run();
  expect(stdout).toMatch(/\n18 passed, 0 failed\n$/);
  expect(status).toBe(0);
  expect(readFileSync(join(folder, 'lint'), 'utf8')).toBe('19\n');
});

test('fails if steps fail, and prints the output of each in one piece', () => {
  stubNpm('*"silent test --"*|*chart*|*lint|*fuzz|*advisories) echo planted; exit 1 ;;');
  stub('.ci/test-node-version', '[ "$*" = "24 26" ] && exit 1; exit 2');
  stub('.ci/install-client-tools', 'exit 1');
  const { status, stdout } = run();
  for (const name of ['lint', 'fuzz', 'advisories'])
    expect(stdout).toContain(`\n== npm run ${name}\nplanted\n${name} failed\n`);
  for (const name of ['test', 'test:chart']) expect(stdout).toContain(`\n== npm run ${name}\nplanted\n`);
  expect(stdout).toMatch(/\nfuzz failed\nSkipped: .*\n14 passed, 7 failed\n$/);
  expect(status).toBe(1);
});

test('states at its end which checks could not run', () => {
  stubNpm(`*advisories) exit 77 ;;`);
  const { status, stdout } = run();
  expect(stdout).toMatch(/\n1 not run: advisories\n17 passed, 0 failed\n$/);
  expect(status).toBe(0);
});

test('fails if the steps beside the tests end early', () => {
  stubNpm('*words) kill -9 "$PPID" ;;');
  const { status, stdout } = run();
  expect(stdout).toContain('== npm run words\nthe steps of idle_stream failed to run\n');
  expect(stdout).toMatch(/\n\d+ passed, 1 failed\n$/);
  expect(status).toBe(1);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('ends all processes after %s', async (signal, expected) => {
  // The signal reaches the foreground processes, as Ctrl-C does in a terminal. One of the others ignores it.
  stubNpm(
    `*"silent test --"*) echo $$ >"$FOLDER/tests"; exec sleep 60 ;;
     *lint) trap '' TERM; echo $$ >"$FOLDER/lint"; while true; do sleep 0.1; done ;;`,
  );
  const child = spawn(join(folder, '.ci/run'), { ...options(), detached: true, stdio: 'ignore' });
  const files = ['tests', 'lint'].map((name) => join(folder, name));
  await waitFor('the steps', () => files.every((file) => existsSync(file)), 60_000);
  process.kill(-(child.pid ?? 0), signal);
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(expected);
  const isRunning = (file: string) => existsSync(`/proc/${readFileSync(file, 'utf8').trim()}`);
  await waitFor('the end of the processes', () => !files.some(isRunning), 5_000);
});
