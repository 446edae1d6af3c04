import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { of, parseDockerfile } from './dockerfile';

const root = join(__dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { before, stages } = parseDockerfile(read('deploy/Dockerfile'));
const stage = (name: string) => stages.find((one) => one.name === name);
const runtime = stages.at(-1);

/** The processes and workspaces of scripts/stage-image.mjs, an ES module that jest can't import. */
function staged(): { processes: string[]; workspaces: string[] } {
  const script = `import { IMAGE_PROCESSES, imageWorkspaces } from './scripts/stage-image.mjs';
    console.log(JSON.stringify({ processes: IMAGE_PROCESSES, workspaces: imageWorkspaces() }));`;
  const options = { cwd: root, encoding: 'utf8' } as const;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], options),
  ) as ReturnType<typeof staged>;
}

test('builds all stages from one pinned Node 24 slim image', () => {
  // A `syntax` line would pull a second image, from a fixed registry.
  expect(read('deploy/Dockerfile')).not.toMatch(/^#\s*syntax=/m);
  const image = before.find(({ text }) => text.startsWith('NODE_IMAGE='))?.text;
  expect(image).toMatch(
    /^NODE_IMAGE=docker\.io\/library\/node:24\.\d+\.\d+-[a-z]+-slim@sha256:[0-9a-f]{64}$/,
  );
  expect(stages.map(({ name }) => name)).toEqual([
    ...['manifests', 'npm', 'build', 'maps', 'dependencies', 'system', 'runtime'],
  ]);
  for (const { name, from } of stages)
    if (['maps', 'runtime'].includes(name)) expect(from).toBe('scratch');
    else expect(['${NODE_IMAGE}', 'npm']).toContain(from);
});

test('runs npm and the build on the platform of the builder, and copies Node for the platform of the image', () => {
  const platforms = stages.map(({ name, platform }) => [name, platform]);
  expect(Object.fromEntries(platforms)).toEqual({
    ...{ manifests: '$BUILDPLATFORM', npm: '$BUILDPLATFORM' },
    // These inherit the platform of `npm`.
    ...{ build: '', dependencies: '' },
    ...{ maps: '', system: '', runtime: '' },
  });
});

test('runs as a numeric non-root user, which Kubernetes can verify', () => {
  expect(of(runtime, 'USER')).toEqual(['10001:10001']);
});

test('starts processes without a shell, so that they receive signals', () => {
  expect(of(runtime, 'ENTRYPOINT')).toEqual(['["node", "dist/headwater.js"]']);
  expect(of(runtime, 'CMD')).toEqual([]);
});

test('contains no development dependencies, engines, shell or package managers', () => {
  const [install] = of(stage('dependencies'), 'RUN');
  expect(install).toContain('--omit=dev --omit=optional');
  expect(of(runtime, 'RUN')).toEqual([]);
  expect(of(runtime, 'COPY')).toEqual([
    '--from=system /system/ /',
    '--from=dependencies /app/node_modules ./node_modules',
    '--from=build /image ./',
  ]);
});

test('has a stage with nothing but the source maps', () => {
  expect(stage('maps')?.instructions).toEqual([{ name: 'COPY', text: '--from=build /maps /' }]);
});

test('installs exactly the workspaces of its processes', () => {
  const [environment = ''] = of(stage('npm'), 'ENV');
  const named = [...environment.matchAll(/-w (\S+?)(?=[ "])/g)].map((match) => match[1]);
  const { workspaces } = staged();
  expect(named.sort()).toEqual(workspaces);
  expect(workspaces).not.toContain('services/shared/engines');
});

test('builds behind a proxy with its own certificate authority, and from a mirror of the registry', () => {
  // With every builder, stages inherit the environment of the stage that they start from. buildah 1.28 does not pass its arguments on.
  // Without a value, npm uses its own default. Builders define HTTPS_PROXY themselves.
  expect(of(stage('npm'), 'ARG')).toEqual(['NPM_CONFIG_REGISTRY']);
  expect(of(stage('npm'), 'ENV')[0]).toContain('NPM_CONFIG_REGISTRY=${NPM_CONFIG_REGISTRY} ');
  for (const name of ['build', 'dependencies']) {
    expect(stage(name)?.from).toBe('npm');
    const [install] = of(stage(name), 'RUN');
    expect(install).toMatch(/^--mount=type=secret,id=ca NODE_EXTRA_CA_CERTS=\/run\/secrets\/ca npm ci /);
  }
  // Installs use the configured registry only if the lockfile names no other.
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { resolved?: string }>;
  };
  expect(Object.values(packages).filter(({ resolved }) => resolved?.startsWith('http'))).toEqual([]);
});

test('runs no install scripts of packages', () => {
  const installs = stages.flatMap((one) => of(one, 'RUN')).filter((text) => text.includes('npm ci'));
  expect(installs).toHaveLength(2);
  for (const install of installs) expect(install).toContain('--ignore-scripts');
});

test('listens on all addresses in every process with a host setting', () => {
  const hosts = ['gateway', 'sites', 'identity', 'analytics', 'collector'].flatMap((service) =>
    [...read(`services/${service}/src/config.ts`).matchAll(/env: '(\w+_HOST)'/g)].map((match) => match[1]),
  );
  const [env = ''] = of(runtime, 'ENV');
  for (const host of new Set(hosts)) expect(env).toContain(`${host}=0.0.0.0`);
});

test('has the standard labels', () => {
  const [label = ''] = of(runtime, 'LABEL');
  for (const key of ['title', 'description', 'licenses', 'version', 'revision'])
    expect(label).toContain(`org.opencontainers.image.${key}=`);
});

// The applicable rules of hadolint: DL3000 absolute WORKDIR, DL3002 last user is not root, DL3006/7 tagged bases,
// DL3020 COPY instead of ADD, DL3025 JSON for ENTRYPOINT, DL4000 no MAINTAINER, DL3004 no sudo.
test('follows the rules of hadolint', () => {
  for (const one of stages) {
    for (const folder of of(one, 'WORKDIR')) expect(folder).toMatch(/^\//);
    for (const name of ['ADD', 'MAINTAINER']) expect(of(one, name)).toEqual([]);
    expect(of(one, 'RUN').join()).not.toMatch(/\bsudo\b|apt-get|curl |wget /);
  }
});

test('ignores secrets, data, tests and build output', () => {
  const ignored = read('.dockerignore').split('\n');
  for (const pattern of ['.git', '.headwater', '**/node_modules', '**/dist', '**/test', '**/.env*'])
    expect(ignored).toContain(pattern);
});

test('contains the jobs and commands for operators', () => {
  expect(staged().processes).toEqual(
    expect.arrayContaining(['admin', 'keys', 'migrate', 'purge', 'selfaudit', 'wait-for-schema']),
  );
});
