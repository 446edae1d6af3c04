import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'extras-'));
  mkdirSync(join(folder, 'bin'));
  for (const name of ['bash', 'id', 'timeout', 'mkdir'])
    symlinkSync(spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim(), join(folder, 'bin', name));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the script on a machine with only the programs in the folder. */
function install(env: Readonly<Record<string, string>>): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(join(folder, 'bin/bash'), ['.ci/install-extras'], {
    ...{ cwd: root, encoding: 'utf8' },
    env: { PATH: join(folder, 'bin'), ...env },
  });
  return { status, output: stdout + stderr };
}

test('lists the tools that it cannot install and continues', () => {
  const { status, output } = install({ HOME: folder });
  expect(output).toContain('not installed, needs Go: compose-spec');
  expect(output).not.toContain('install-extras:');
  expect(status).toBe(0);
});

test('works without HOME', () => {
  const { status, output } = install({});
  expect(output).not.toContain('install-extras:');
  expect(status).toBe(0);
});

test('reports a failed Go install and continues', () => {
  writeFileSync(join(folder, 'bin/go'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const { status, output } = install({ HEADWATER_EXTRAS: join(folder, 'extras') });
  expect(output).toContain('compose-spec could not be installed');
  expect(status).toBe(0);
});
