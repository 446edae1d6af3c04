import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';

const root = join(__dirname, '..');
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'headwater-supply-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function run(script: string, options: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts', script), ...options],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, ...env },
    },
  );
  return { status, output: stdout + stderr };
}

describe('npm run lockfile', () => {
  const lock = () =>
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, unknown>;
    };
  const check = (packages: Record<string, unknown>, npmrc?: string) => {
    const changed = lock();
    Object.assign(changed.packages, packages);
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(changed));
    writeFileSync(join(folder, '.npmrc'), npmrc ?? readFileSync(join(root, '.npmrc'), 'utf8'));
    return run('check-lockfile.mjs', [folder]);
  };
  const hashed = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` };

  test('passes for this repository', () => {
    expect(run('check-lockfile.mjs', [])).toMatchObject({ status: 0 });
  });

  test.each([
    ['a package without a hash', { version: '1.0.0' }, 'has no SHA-512 hash'],
    [
      'a build of Linux x64 without a hash',
      { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] },
      'has no SHA-512 hash',
    ],
    ['a package with a weak hash', { version: '1.0.0', integrity: 'sha1-abc=' }, 'has no SHA-512 hash'],
    [
      'a git dependency',
      { ...hashed, resolved: 'git+ssh://git@host.example/a/b.git#1' },
      'is not from the configured registry',
    ],
    [
      'a package from a URL',
      { ...hashed, resolved: 'http://host.example/a.tgz' },
      'is not from the configured registry',
    ],
    ['a package without an exact version', { ...hashed, version: 'file:../a' }, 'has no exact version'],
    ['a new install script', { ...hashed, hasInstallScript: true }, 'has a new install script'],
  ])('fails for %s', (_, entry, problem) => {
    const { status, output } = check({ 'node_modules/planted': entry });
    expect(status).toBe(1);
    expect(output).toContain(`node_modules/planted: ${problem}`);
  });

  test.each([
    'git+https://host.example/a/b.git',
    'github:a/b',
    'a/b',
    'file:../b',
    'https://host.example/b.tgz',
  ])('fails for the dependency %s of a workspace', (range) => {
    const { status, output } = check({
      'services/planted': { version: '1.0.0', dependencies: { planted: range } },
    });
    expect(status).toBe(1);
    expect(output).toContain(`services/planted: planted comes from ${range}`);
  });

  test('fails if packages may run install scripts', () => {
    expect(check({}, 'omit-lockfile-registry-resolved=true\n').output).toContain(
      '.npmrc lacks ignore-scripts=true',
    );
  });
});

describe('npm run secrets', () => {
  const git = (...options: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@test.example', ...options], {
      cwd: folder,
    });
  // In parts, so that this file is no finding.
  const secrets = {
    github: ['ghp_', '0123456789abcdefghijABCDEFGHIJ012345'].join(''),
    'token of Headwater': ['hw_0123456789ab_', 'x'.repeat(49)].join(''),
    'key of Stripe': ['sk_live_', '0123456789abcdefABCDEF'].join(''),
    'private key': ['-----BEGIN PRIVATE', `KEY-----\n${'A'.repeat(120)}\n-----END PRIVATE KEY-----`].join(
      ' ',
    ),
  };

  test.each(Object.entries(secrets))(
    'finds a %s in the tree, and after its deletion in the commits',
    (kind, secret) => {
      git('init', '-q');
      writeFileSync(join(folder, 'settings.txt'), `first line\nkey = ${secret}\n`);
      const inTree = run('check-secrets.mjs', [folder]);
      expect(inTree.status).toBe(1);
      expect(inTree.output).toContain(`settings.txt:2: ${kind}`);
      expect(inTree.output).not.toContain(secret);
      git('add', '.');
      git('commit', '-qm', 'add');
      git('rm', '-q', 'settings.txt');
      git('commit', '-qm', 'remove');
      const inCommits = run('check-secrets.mjs', [folder]);
      expect(inCommits.status).toBe(1);
      expect(inCommits.output).toMatch(new RegExp(`settings.txt \\(git show \\w+\\):2: ${kind}`));
    },
  );

  test('finds one in the message of a commit', () => {
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', `add\n\n${secrets.github}`);
    expect(run('check-secrets.mjs', [folder])).toMatchObject({ status: 1 });
  });

  test('passes without secrets', () => {
    git('init', '-q');
    writeFileSync(join(folder, 'settings.txt'), 'key = ${KEY}\n');
    expect(run('check-secrets.mjs', [folder])).toMatchObject({ status: 0 });
  });
});

describe('npm run advisories', () => {
  /** An advisory in OSV's format. GitHub's advisories have ranges of the type ECOSYSTEM, OSV's export for npm SEMVER. */
  const advisory = (id: string, type: string, more: object = {}) => ({
    schema_version: '1.4.0',
    id,
    modified: '2026-01-01T00:00:00Z',
    affected: [
      {
        package: { ecosystem: 'npm', name: 'planted' },
        ranges: [
          {
            type,
            events: [
              { introduced: '0' },
              { fixed: '1.2.0' },
              { introduced: '2.0.0' },
              { last_affected: '2.1.0' },
            ],
          },
        ],
        versions: ['9.0.0'],
      },
      { package: { ecosystem: 'PyPI', name: 'other' }, versions: ['1.0.0'] },
    ],
    ...more,
  });
  const check = (env: Record<string, string>, version = '1.0.0') => {
    const packages = {
      'node_modules/planted': { version },
      'node_modules/a/node_modules/planted': { version: '1.2.0' },
      'node_modules/other': { version: '1.0.0' },
    };
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
    return run('check-advisories.mjs', [folder], env);
  };

  test.each([
    ['1.1.9', 1],
    ['1.2.0-rc.1', 1],
    ['1.2.0', 0],
    ['2.0.0', 1],
    ['2.1.0', 1],
    ['2.1.1', 0],
    ['9.0.0', 1],
  ])('with a copy of the database, version %s ends with %d', (version, status) => {
    const copy = join(folder, 'copy');
    mkdirSync(copy);
    writeFileSync(join(copy, 'a.json'), JSON.stringify(advisory('TEST-1', 'SEMVER')));
    writeFileSync(join(copy, 'b.json'), JSON.stringify(advisory('TEST-2', 'ECOSYSTEM')));
    writeFileSync(
      join(copy, 'c.json'),
      JSON.stringify(advisory('TEST-3', 'SEMVER', { withdrawn: '2026-01-02T00:00:00Z' })),
    );
    const result = check({ OSV_DATABASE: copy }, version);
    expect(result.output).toContain(`${status === 1 ? 2 : 0} advisories`);
    expect(result.status).toBe(status);
    if (status === 1)
      expect(result.output).toContain(`planted@${version}: https://osv.dev/vulnerability/TEST-1`);
  });

  test('ends with 77 if the database is unreachable: nothing was checked', () => {
    const { status, output } = check({ OSV_URL: 'http://127.0.0.1:1', CI_REQUIRE_ADVISORIES: '' });
    expect(status).toBe(77);
    expect(output).toMatch(/^not run: the database of advisories is unreachable/);
  });

  test('fails if the database is unreachable and CI_REQUIRE_ADVISORIES is 1', () => {
    const { status } = check({ OSV_URL: 'http://127.0.0.1:1', CI_REQUIRE_ADVISORIES: '1' });
    expect(status).toBe(1);
  });

  test('fails for an empty copy', () => {
    mkdirSync(join(folder, 'empty'));
    expect(check({ OSV_DATABASE: join(folder, 'empty') }).status).toBe(1);
  });

  test('queries the database', async () => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { queries } = JSON.parse(Buffer.concat(chunks).toString()) as {
          queries: { version: string }[];
        };
        const results = queries.map(({ version }) =>
          version === '1.0.0' ? { vulns: [{ id: 'TEST-1' }] } : {},
        );
        response.end(JSON.stringify({ results }));
      });
    }).listen(0);
    try {
      await once(server, 'listening');
      const packages = {
        'node_modules/planted': { version: '1.0.0', dev: true },
        'node_modules/b': { version: '2.0.0' },
      };
      writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
      const { port } = server.address() as AddressInfo;
      const child = spawn(process.execPath, [join(root, 'scripts/check-advisories.mjs'), folder], {
        env: { ...process.env, OSV_URL: `http://127.0.0.1:${port}` },
      });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      const [status] = (await once(child, 'close')) as [number];
      expect({ status, output }).toEqual({
        status: 1,
        output:
          'planted@1.0.0 (development): https://osv.dev/vulnerability/TEST-1\n2 packages, 1 advisories\n',
      });
    } finally {
      server.close();
    }
  });
});
