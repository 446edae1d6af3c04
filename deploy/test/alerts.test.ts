import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly severity: string;
  readonly summary: string;
}

const root = join(__dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { alerts } = parse(read('helm/headwater/files/alerts.yaml')) as { alerts: readonly Alert[] };
const dashboard = read('helm/headwater/files/dashboard.json');
const pages = readdirSync(join(root, 'deploy/runbooks'));

/** As the chart's `kebabcase`. */
const pageOf = ({ alert }: Alert): string =>
  `${alert.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}.md`;

/** The names of metrics that our code makes; a histogram's have three more endings. */
const made = new Set(
  ['shared/kit', 'collector', 'sites']
    .map((service) => `services/${service}/src/metrics`)
    .flatMap((folder) =>
      readdirSync(join(root, folder)).flatMap((file) =>
        [...read(`${folder}/${file}`).matchAll(/'(headwater_\w+)'|(headwater_\w+): \{/g)].map(
          ([, quoted, key]) => quoted ?? key ?? '',
        ),
      ),
    ),
);
const unknown = (text: string): string[] =>
  [...text.matchAll(/headwater_\w+/g)]
    .map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))
    .filter((name) => !made.has(name));

test.each(alerts)(
  '$alert has a page of its own that says how it shows, what to look at and what to do',
  (alert) => {
    const page = read(`deploy/runbooks/${pageOf(alert)}`);
    expect(page.startsWith(`# ${alert.alert}\n`)).toBe(true);
    for (const section of ['Symptoms', 'Check', 'Fix']) expect(page).toContain(`\n## ${section}\n`);
    expect(page.split('\n').length).toBeLessThan(60);
  },
);

test('every page belongs to an alert', () => {
  expect(pages.sort()).toEqual(alerts.map(pageOf).sort());
});

test('pages refer to pages that exist', () => {
  for (const page of pages)
    for (const [, other = ''] of read(`deploy/runbooks/${page}`).matchAll(/`(headwater-[a-z-]+\.md)`/g))
      expect(pages).toContain(other);
});

test.each(alerts)('$alert waits before it cries, and says how bad it is', (alert) => {
  expect(alert.for).toMatch(/^\d+[mh]$/);
  expect(['warning', 'critical']).toContain(alert.severity);
  expect(alert.summary).toMatch(/\.$/);
});

test('alerts and the dashboard ask only for metrics that there are', () => {
  expect(made.size).toBeGreaterThan(8);
  expect(unknown(alerts.map(({ expr }) => expr).join())).toEqual([]);
  expect(unknown(dashboard)).toEqual([]);
});
