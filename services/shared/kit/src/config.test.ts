import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  address,
  COMMON_SETTINGS,
  ConfigError,
  defineSettings,
  describeConfig,
  loadConfig,
  port,
  readSecretFiles,
  text,
  url,
  wholeNumber,
} from './config';

const settings = defineSettings({
  ...COMMON_SETTINGS,
  port: { env: 'PORT', doc: 'where it listens', schema: port(8080) },
  databaseUrl: { env: 'DATABASE_URL', doc: 'the database', schema: url(['postgres:']), secret: true },
  peers: { env: 'PEER_ADDRESS', doc: 'the peer', schema: address('127.0.0.1:50051') },
});

test('uses defaults for unset and empty variables', () => {
  const config = loadConfig(settings, { DATABASE_URL: 'postgres://localhost/x', PORT: '' });
  expect(config).toEqual({
    logLevel: 'info',
    operationsHost: '127.0.0.1',
    traceRatio: 1,
    port: 8080,
    databaseUrl: 'postgres://localhost/x',
    peers: '127.0.0.1:50051',
  });
});

test('reports all problems together, each with its variable, and never a secret', () => {
  const load = (): unknown =>
    loadConfig(settings, { PORT: '99999', DATABASE_URL: 'mysql://u:hunter2@h/x', LOG_LEVEL: 'loud' });
  expect(load).toThrow(ConfigError);
  expect(load).toThrow(
    /PORT: must be a whole number from 0 to 65535[^]*DATABASE_URL: must be a URL that starts with postgres:\/\//,
  );
  expect(load).toThrow(/LOG_LEVEL: must be one of trace, debug/);
  expect(load).not.toThrow(/hunter2/);
});

test('reports a missing required setting', () => {
  expect(() => loadConfig(settings, {})).toThrow(/DATABASE_URL: is required/);
});

describe('a file with a secret', () => {
  const directory = mkdtempSync(join(tmpdir(), 'headwater-secrets-'));
  const file = join(directory, 'url');
  writeFileSync(file, 'postgres://u:hunter2@h/x\n');
  afterAll(() => rmSync(directory, { recursive: true }));

  test('is read without its line end', () => {
    const env = readSecretFiles([settings], { DATABASE_URL_FILE: file, PORT: '1' });
    expect(env).toMatchObject({ DATABASE_URL: 'postgres://u:hunter2@h/x', PORT: '1' });
  });

  test('is reported if it is missing, or if the variable has a value, too', () => {
    const missing = { DATABASE_URL_FILE: join(directory, 'none') };
    expect(() => readSecretFiles([settings], missing)).toThrow(/DATABASE_URL_FILE: .*ENOENT/);
    const both = { DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://h/x' };
    expect(() => readSecretFiles([settings], both)).toThrow(/DATABASE_URL and DATABASE_URL_FILE/);
  });

  test('is read for secrets only', () => {
    expect(readSecretFiles([settings], { PORT_FILE: file })).toEqual({ PORT_FILE: file });
  });
});

test('masks secrets when printing', () => {
  const config = loadConfig(settings, { DATABASE_URL: 'postgres://u:hunter2@h/x' });
  const printed = describeConfig(settings, config);
  expect(printed).toContain('DATABASE_URL=********  # the database');
  expect(printed).toContain('PORT=8080  # where it listens');
  expect(printed).not.toContain('hunter2');
});

test.each(['', ' 1', '1.5', '-1', '0x10', '1e3', '11', 'ten'])(
  'refuses %j as a whole number from 0 to 10',
  (value) => {
    const result = wholeNumber(3, { min: 0, max: 10 }).safeParse(value);
    expect(result.success).toBe(false);
  },
);

test.each([
  'localhost:1',
  'dns:///sites.headwater.svc:50051',
  'dns://10.0.0.2:53/sites:50051',
  '[::1]:50051',
])('accepts %s as an address', (value) => {
  expect(address('x:1').parse(value)).toBe(value);
});

test.each(['localhost', 'http://localhost:1', 'a b:1', 'dns://a/b/c:1'])(
  'refuses %s as an address',
  (value) => {
    expect(address('x:1').safeParse(value).success).toBe(false);
  },
);

test('removes the trailing slash of a URL', () => {
  expect(url(['https:']).parse('https://example.com/')).toBe('https://example.com');
});

test('a text without a default is required', () => {
  expect(text().safeParse(undefined).success).toBe(false);
});
