import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(__dirname, '..');
const targets = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'services/*.fuzz.ts'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n');

interface Target {
  readonly fuzz: (data: Buffer) => unknown;
}

describe.each(targets)('the seeds of %s', (path) => {
  const file = join(root, path);
  const seeds = JSON.parse(readFileSync(file.replace(/\.fuzz\.ts$/, '.seeds.json'), 'utf8')) as string[];

  test('pass, each within a second', async () => {
    const { fuzz } = (await import(file)) as Target;
    expect(seeds.length).toBeGreaterThan(0);
    for (const seed of seeds) {
      const start = process.cpuUsage().user;
      try {
        await fuzz(Buffer.from(seed, 'latin1'));
      } catch (error) {
        throw new Error(`The target fails with ${JSON.stringify(seed)}`, { cause: error });
      }
      expect(process.cpuUsage().user - start).toBeLessThan(1_000_000);
    }
  });
});

describe('npm run fuzz', () => {
  /** Fuzzes a target for a second of processor time. @returns also the seeds after it */
  function fuzzBriefly(source: string, folder: string) {
    const target = join(folder, 'planted.fuzz.ts');
    writeFileSync(target, source);
    writeFileSync(join(folder, 'planted.seeds.json'), '["seed"]');
    const { status, stdout } = spawnSync(process.execPath, ['scripts/fuzz.mjs', target], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, FUZZ_SECONDS: '1' },
    });
    const seeds = JSON.parse(readFileSync(join(folder, 'planted.seeds.json'), 'utf8')) as string[];
    return { status, stdout, seeds };
  }

  test('gives a target its processor time, also if it waits', () => {
    mkdirSync(join(root, 'dist'), { recursive: true });
    const folder = mkdtempSync(join(root, 'dist/fuzz-test-'));
    try {
      const { status, stdout } = fuzzBriefly(
        `import { writeFileSync } from 'node:fs';
         const start = process.cpuUsage();
         export function fuzz(): void {
           Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
           const { user, system } = process.cpuUsage(start);
           for (const end = performance.now() + 10; performance.now() < end; );
           writeFileSync(${JSON.stringify(join(folder, 'time'))}, String((user + system) / 1e6));
         }`,
        folder,
      );
      if (status === 77) return;
      expect(stdout).toMatch(/\n\d+ inputs\n/);
      expect(status).toBe(0);
      expect(Number(readFileSync(join(folder, 'time'), 'utf8'))).toBeGreaterThan(0.8);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('fails for an input that takes more than 10 s of processor time', () => {
    const folder = mkdtempSync(join(root, 'dist/fuzz-test-'));
    try {
      const { status, stdout, seeds } = fuzzBriefly(
        `let spent = 0;
         const { cpuUsage } = process;
         process.cpuUsage = () => ({ user: cpuUsage().user + spent, system: 0 });
         export function fuzz(data: Buffer): void { if (data.length > 8) spent += 11_000_000; }`,
        folder,
      );
      if (status === 77) return;
      expect(stdout).toContain('The input took 11.');
      expect(status).toBe(1);
      expect(seeds).toHaveLength(2);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('finds the input that breaks a target, and adds it to the seeds', () => {
    mkdirSync(join(root, 'dist'), { recursive: true });
    const folder = mkdtempSync(join(root, 'dist/fuzz-test-'));
    try {
      const target = join(folder, 'planted.fuzz.ts');
      writeFileSync(
        target,
        `export function fuzz(data: Buffer): void { if (data.toString() === 'planted fault') throw new Error('found'); }`,
      );
      writeFileSync(join(folder, 'planted.seeds.json'), '["seed"]');
      const { status, stdout } = spawnSync(process.execPath, ['scripts/fuzz.mjs', target], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, FUZZ_SECONDS: '60', FUZZ_CORPUS: join(folder, 'corpus') },
      });
      if (status === 77) return expect(`${process.platform}-${process.arch}`).not.toBe('linux-x64');
      expect(status).toBe(1);
      const [, seed] = /^FUZZ_SEED=([1-9]\d*)$/m.exec(stdout) ?? [];
      expect(stdout).toContain(`Failed with FUZZ_SEED=${seed}: ${target}`);
      expect(readdirSync(join(folder, 'corpus/planted')).length).toBeGreaterThan(0);
      expect(JSON.parse(readFileSync(join(folder, 'planted.seeds.json'), 'utf8'))).toEqual([
        'planted fault',
        'seed',
      ]);
      expect(readdirSync(folder).map((file) => basename(file))).toEqual([
        'corpus',
        'planted.fuzz.ts',
        'planted.seeds.json',
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test.each([
    ['linux', 1, 'failed'],
    ['sunos', 77, 'skipped'],
  ])('without a working fuzzer on %s x64, it exits with %d', (platform, code, word) => {
    const folder = mkdtempSync(join(root, 'dist/fuzz-test-'));
    try {
      const stub = join(folder, 'stub.cjs');
      writeFileSync(
        stub,
        `for (const [name, value] of Object.entries({ platform: '${platform}', arch: 'x64' }))
           Object.defineProperty(process, name, { value });
         const { _load } = require('node:module');
         require('node:module')._load = (name, ...rest) => {
           if (name === '@jazzer.js/fuzzer') throw new Error('no build');
           return _load(name, ...rest);
         };`,
      );
      const { status, stdout } = spawnSync(process.execPath, ['--require', stub, 'scripts/fuzz.mjs'], {
        cwd: root,
        encoding: 'utf8',
      });
      expect({ status, stdout }).toEqual({
        status: code,
        stdout: expect.stringMatching(
          new RegExp(`^${word}: the fuzzer does not load .* ${platform}-x64`),
        ) as string,
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
