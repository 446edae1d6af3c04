import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '..');
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'headwater-release-test-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function run(options: readonly string[], env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'scripts/release.mjs'), ...options],
    {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    },
  );
  return { status, output: stdout + stderr };
}

describe('npm run release', () => {
  const pem = (key: 'publicKey' | 'privateKey', pair = generateKeyPairSync('ed25519')) =>
    pair[key].export({ type: key === 'publicKey' ? 'spki' : 'pkcs8', format: 'pem' }).toString();
  const pair = generateKeyPairSync('ed25519');
  let release: string;
  /** A `docker` that records its arguments; `save` writes the image. */
  const docker = (script: string): string => {
    const tools = join(folder, 'tools');
    mkdirSync(tools, { recursive: true });
    writeFileSync(join(tools, 'docker'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return `${tools}:${process.env['PATH'] ?? ''}`;
  };
  const build = (script: string) =>
    run([release], { RELEASE_SIGNING_KEY: pem('privateKey', pair), PATH: docker(script) });
  const verify = (path = release, key = pem('publicKey', pair)) =>
    run(['--verify', path], { RELEASE_PUBLIC_KEY: key });
  beforeEach(() => (release = join(folder, 'release')));

  test('builds, signs and verifies a release; without Docker it states that the image is missing', () => {
    const built = build('echo "Cannot connect to the daemon." >&2; exit 1');
    expect(built).toMatchObject({ status: 0 });
    expect(built.output).toContain(
      'The release has no image. docker is unavailable: Cannot connect to the daemon.',
    );
    const files = readdirSync(release).sort();
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(files).toEqual([
      ...['SHA256SUMS', 'SHA256SUMS.sig'],
      ...[
        `headwater-${version}-source.tar.gz`,
        `headwater-chart-${version}.tgz`,
        'release.json',
        'sbom.json',
      ],
    ]);
    const bom = JSON.parse(readFileSync(join(release, 'sbom.json'), 'utf8'));
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX' });
    expect(bom.components.length).toBeGreaterThan(50);
    const listed = (file: string) =>
      execFileSync('tar', ['-tzf', join(release, file)], { encoding: 'utf8' }).split('\n');
    expect(listed(`headwater-chart-${version}.tgz`)).toContain('headwater/Chart.yaml');
    expect(listed(`headwater-${version}-source.tar.gz`)).toContain(`headwater-${version}/package-lock.json`);

    expect(verify()).toMatchObject({ status: 0 });
    // The commands of SECURITY.md, without this program.
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: release });
    writeFileSync(join(folder, 'release.pub'), pem('publicKey', pair));
    execFileSync(
      'openssl',
      'pkeyutl -verify -pubin -inkey ../release.pub -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig'.split(' '),
      { cwd: release },
    );

    expect(verify(release, pem('publicKey')).output).toContain('does not match. Do not use this release.');
    const altered = (name: string, change: (path: string) => void) => {
      const copy = join(folder, name);
      cpSync(release, copy, { recursive: true });
      change(copy);
      const { status, output } = verify(copy);
      expect(status).not.toBe(0);
      return output;
    };
    expect(altered('changed', (path) => writeFileSync(join(path, 'sbom.json'), '{}'))).toContain(
      'sbom.json was changed. Do not use this release.',
    );
    expect(altered('more', (path) => writeFileSync(join(path, 'install.sh'), ''))).toContain(
      'install.sh is not part of the release.',
    );
    expect(altered('less', (path) => rmSync(join(path, 'release.json')))).toContain(
      'release.json is missing.',
    );
    expect(altered('unsigned', (path) => rmSync(join(path, 'SHA256SUMS.sig')))).toContain(
      'SHA256SUMS.sig is missing.',
    );
    expect(
      altered('sums', (path) => {
        const sums = readFileSync(join(path, 'SHA256SUMS'), 'utf8');
        writeFileSync(join(path, 'SHA256SUMS'), sums.replace('sbom.json', 'sbom2.json'));
      }),
    ).toContain('The signature of SHA256SUMS does not match.');
    expect(build('exit 1').output).toContain('is not empty');
  });

  test('builds image and source maps from the source of the release, and signs them', () => {
    const log = join(folder, 'docker.log');
    const { status } = build(
      `echo "$@" >> ${log}
       case "$1" in
         version) echo 28 ;;
         build)
           test -f headwater-*/deploy/Dockerfile
           for option; do case $option in type=tar,dest=*) echo maps > "\${option#type=tar,dest=}" ;; esac; done ;;
         save) echo image > "$3" ;;
         image) echo sha256:0123 ;;
       esac`,
    );
    expect(status).toBe(0);
    const { version, commit, image } = JSON.parse(readFileSync(join(release, 'release.json'), 'utf8'));
    expect(image).toEqual({ name: `headwater:${version}`, id: 'sha256:0123' });
    expect(readFileSync(log, 'utf8')).toContain(`--build-arg REVISION=${commit} headwater-${version}`);
    expect(readFileSync(log, 'utf8')).toContain('--target maps --output type=tar,dest=');
    const sums = readFileSync(join(release, 'SHA256SUMS'), 'utf8');
    for (const part of ['image', 'maps']) expect(sums).toContain(`headwater-${version}-${part}.tar`);
    expect(verify()).toMatchObject({ status: 0 });
  });

  test('fails without a key, and with a key of another kind', () => {
    expect(run([release], { RELEASE_SIGNING_KEY: '' }).output).toContain('RELEASE_SIGNING_KEY is not set');
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(run([release], { RELEASE_SIGNING_KEY: key }).output).toContain('is no Ed25519 key but ec');
  });
});
