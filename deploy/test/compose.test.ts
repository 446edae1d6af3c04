import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parse } from 'yaml';

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly volumes?: readonly string[];
  readonly configs?: readonly { readonly source: string; readonly target: string }[];
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
}

const deploy = join(__dirname, '..');
const text = readFileSync(join(deploy, 'compose.yaml'), 'utf8');
const example = readFileSync(join(deploy, 'env.example'), 'utf8');
const compose = parse(text, { merge: true }) as {
  services: Readonly<Record<string, Service>>;
  volumes: Readonly<Record<string, null>>;
  configs: Readonly<Record<string, { file: string }>>;
};
const { services } = compose;
const ours = Object.entries(services).filter(([name]) => !['postgres', 'clickhouse'].includes(name));

/** The variables that a service reads. */
function settingsOf(service: string): Set<string> {
  const files = [
    `../services/${service}/src/config.ts`,
    '../services/shared/kit/src/config.ts',
    '../services/shared/kit/src/http/client-address.ts',
    '../services/shared/kit/src/rpc/trust.ts',
    '../services/shared/kit/src/seal.ts',
    '../services/shared/eventstore/src/stored-ids.ts',
  ];
  const found = files.flatMap((file) => [
    ...readFileSync(join(deploy, file), 'utf8').matchAll(/env: '(\w+)'/g),
  ]);
  return new Set(found.map((match) => match[1] ?? ''));
}

test('runs every service in a separate container from one image', () => {
  expect(Object.keys(services).sort()).toEqual(
    [
      'analytics',
      'clickhouse',
      'collector',
      'gateway',
      'identity',
      'migrate',
      'postgres',
      'purge',
      'selfaudit',
      'sites',
    ].sort(),
  );
  expect(new Set(ours.map(([, { image }]) => image)).size).toBe(1);
  for (const [name, { command }] of ours) expect(command).toEqual([name]);
});

test('runs the databases from their official images', () => {
  expect(services['postgres']?.image).toMatch(
    /^docker\.io\/library\/postgres:18[\w.-]*@sha256:[0-9a-f]{64}$/,
  );
  expect(services['clickhouse']?.image).toMatch(
    /^docker\.io\/clickhouse\/clickhouse-server:26\.7[\w.-]*@sha256:[0-9a-f]{64}$/,
  );
});

test('each service has the password of its own Postgres role only', () => {
  const roles = ['gateway', 'sites', 'identity', 'purge', 'owner'];
  for (const [name, { environment = {} }] of ours) {
    // It sets the passwords of all roles.
    if (name === 'migrate') continue;
    const passwords = Object.values(environment).flatMap(
      (value) => value.match(/POSTGRES_\w*PASSWORD/g) ?? [],
    );
    const role = roles.includes(name) ? name : undefined;
    expect([name, passwords]).toEqual([name, role ? [`POSTGRES_${role.toUpperCase()}_PASSWORD`] : []]);
    if (role) expect(environment['DATABASE_URL']).toContain(`//headwater_${role}:`);
  }
  // Without a default: roles that share a password have no secret of their own.
  for (const role of roles) {
    const variable = `POSTGRES_${role.toUpperCase()}_PASSWORD`;
    expect(text).toContain(`\${${variable}:?`);
    expect(text).not.toContain(`\${${variable}:-`);
  }
});

test('uses the same database images as the chart', () => {
  const chart = readFileSync(join(deploy, '../helm/headwater/values.yaml'), 'utf8');
  for (const name of ['postgres', 'clickhouse']) expect(chart).toContain(`image: ${services[name]?.image}\n`);
});

test('migrates after the databases are healthy and before our services start', () => {
  expect(services['migrate']?.depends_on).toEqual({
    postgres: { condition: 'service_healthy' },
    clickhouse: { condition: 'service_healthy' },
  });
  for (const [name, service] of ours)
    if (!['migrate', 'purge', 'selfaudit'].includes(name))
      expect(service.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
});

test('checks the health of all long-running containers', () => {
  for (const [name, { healthcheck }] of Object.entries(services))
    if (!['migrate', 'purge', 'selfaudit'].includes(name)) expect(healthcheck?.test?.[0]).toBe('CMD');
});

test('runs our containers without capabilities, on a read-only file system', () => {
  for (const [, service] of ours) expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
});

test('publishes only the gateway and the collector, on loopback by default', () => {
  const published = Object.entries(services).flatMap(([name, { ports }]) =>
    (ports ?? []).map((port) => [name, port]),
  );
  expect(published).toEqual([
    ['collector', '${COLLECTOR_PUBLISH:-127.0.0.1:8081}:8081'],
    ['gateway', '${GATEWAY_PUBLISH:-127.0.0.1:8080}:8080'],
  ]);
});

test('stores the databases and the collector log in volumes', () => {
  const used = Object.values(services).flatMap(({ volumes }) =>
    (volumes ?? []).map((one) => one.split(':')[0] ?? ''),
  );
  expect(used.sort()).toEqual(Object.keys(compose.volumes).sort());
});

test('gives ClickHouse the settings and users of the chart, after the users of the image', () => {
  const files = services['clickhouse']?.configs?.map(({ source, target }) => [
    target.replace('/etc/clickhouse-server/', ''),
    basename(realpathSync(join(deploy, compose.configs[source]?.file ?? ''))),
  ]);
  expect(files).toEqual([
    ['config.d/headwater.xml', 'server.xml'],
    ['users.d/headwater.xml', 'users.xml'],
    ['users.d/headwater-admin.xml', 'admin.xml'],
  ]);
  expect(services['clickhouse']?.environment?.['CLICKHOUSE_USER']).toBe('headwater');
});

test('only identity has the HMAC keys', () => {
  const holders = Object.entries(services).filter(
    ([, { environment }]) => environment && 'HMAC_KEYS' in environment,
  );
  expect(holders.map(([name]) => name)).toEqual(['identity']);
});

test('sets only variables that the service reads', () => {
  for (const [name, { environment }] of ours) {
    const settings = settingsOf(name);
    for (const variable of Object.keys(environment ?? {}))
      expect([name, variable, settings.has(variable)]).toEqual([name, variable, true]);
  }
});

test('sets the addresses of all services that a service calls', () => {
  const addresses = (variables: Iterable<string>) =>
    [...variables].filter((one) => one.endsWith('_ADDRESS')).sort();
  for (const [name, { environment }] of ours)
    expect([name, addresses(Object.keys(environment ?? {}))]).toEqual([name, addresses(settingsOf(name))]);
});

test('contains no secret and requires each of them', () => {
  for (const secret of [
    'POSTGRES_PASSWORD',
    'CLICKHOUSE_PASSWORD',
    'RPC_TOKEN',
    'HMAC_KEYS',
    'SECRETS_KEY',
    'VISITOR_KEY',
  ]) {
    expect(text).toContain(`\${${secret}:?`);
    expect(example).toContain(`\n${secret}=\n`);
  }
});

test('env.example lists every variable of the file', () => {
  const read = [...text.matchAll(/\$\{(\w+):/g)].map((match) => match[1]);
  const optional = ['HEADWATER_IMAGE', 'LOG_LEVEL', 'GATEWAY_PUBLISH', 'COLLECTOR_PUBLISH'];
  for (const name of read)
    if (!optional.includes(name ?? '')) expect(example).toMatch(new RegExp(`^${name}=`, 'm'));
});

const extras = process.env['HEADWATER_EXTRAS'] ?? join(homedir(), '.cache/headwater-extras');
const validator = join(extras, 'compose-spec');

/** The errors of the Compose Specification's validator for a file. */
function complaints(of: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'compose-'));
  const file = join(folder, 'compose.yaml');
  // It fills in defaults, but reads no environment.
  writeFileSync(file, of.replaceAll(/\$\{\w+:\?[^}]*\}/g, 'given'));
  const { status, stderr } = spawnSync(validator, [file], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return status === 0 ? '' : stderr;
}

(existsSync(validator) ? test : test.skip)('is valid per the Compose Specification', () => {
  expect(complaints(text)).toBe('');
  expect(complaints(readFileSync(join(__dirname, 'replicated/compose.yaml'), 'utf8'))).toBe('');
  expect(complaints(text.replace('read_only: true', 'read_onyl: true'))).toContain('read_onyl');
});

const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0;
(hasCompose ? test : test.skip)('docker compose accepts the file', () => {
  const env = {
    ...process.env,
    POSTGRES_PASSWORD: 'a',
    CLICKHOUSE_PASSWORD: 'b',
    RPC_TOKEN: 'c',
    HMAC_KEYS: 'd',
    SECRETS_KEY: 'e',
    VISITOR_KEY: 'f',
  };
  const result = spawnSync(
    'docker',
    ['compose', '-f', 'compose.yaml', '--profile', 'jobs', 'config', '--quiet'],
    {
      cwd: deploy,
      env,
      encoding: 'utf8',
    },
  );
  expect(result.stderr).toBe('');
  expect(result.status).toBe(0);
});
