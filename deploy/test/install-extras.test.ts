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

/** Runs it on a machine that has nothing else than what is in the folder. */
function install(env: Readonly<Record<string, string>>): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(join(folder, 'bin/bash'), ['.ci/install-extras'], {
    ...{ cwd: root, encoding: 'utf8' },
    env: { PATH: join(folder, 'bin'), ...env },
  });
  return { status, said: stdout + stderr };
}

test('what CI can not install on a bare machine it names, and goes on', () => {
  const { status, said } = install({ HOME: folder });
  expect(said).toContain('not installed, as that needs Go: compose-spec');
  expect(said).not.toContain('install-extras:');
  expect(status).toBe(0);
});

test('it needs no HOME', () => {
  const { status, said } = install({});
  expect(said).not.toContain('install-extras:');
  expect(status).toBe(0);
});

test('a Go that fails is told, and keeps nothing else from running', () => {
  writeFileSync(join(folder, 'bin/go'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const { status, said } = install({ HEADWATER_EXTRAS: join(folder, 'extras') });
  expect(said).toContain('compose-spec could not be installed');
  expect(status).toBe(0);
});
