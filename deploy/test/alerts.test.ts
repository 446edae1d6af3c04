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
const scaling = read('helm/headwater/templates/scaling.yaml');
const pages = readdirSync(join(root, 'deploy/runbooks'));

/** The file of an alert's runbook, named like the chart's `kebabcase`. */
const pageOf = ({ alert }: Alert): string =>
  `${alert.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()}.md`;

const SERVICES = ['shared/kit', 'gateway', 'sites', 'identity', 'analytics', 'collector'];

/** The names of all metrics in the code. Histograms have three more suffixes. */
const made = new Set(
  SERVICES.flatMap((service) =>
    readdirSync(join(root, `services/${service}/src`), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => [
        ...read(`services/${service}/src/${file}`).matchAll(/'(headwater_\w+)'|(headwater_\w+): \{/g),
      ])
      .map(([, quoted, key]) => quoted ?? key ?? ''),
  ),
);
const unknown = (text: string): string[] =>
  [...text.matchAll(/headwater_\w+/g)]
    .map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))
    .filter((name) => !made.has(name));

test.each(alerts)('$alert has a runbook with symptoms, checks and fixes', (alert) => {
  const page = read(`deploy/runbooks/${pageOf(alert)}`);
  expect(page.startsWith(`# ${alert.alert}\n`)).toBe(true);
  for (const section of ['Symptoms', 'Check', 'Fix']) expect(page).toContain(`\n## ${section}\n`);
  expect(page.split('\n').length).toBeLessThan(60);
});

test('every runbook belongs to an alert', () => {
  expect(pages.sort()).toEqual(alerts.map(pageOf).sort());
});

test('runbooks link to existing runbooks', () => {
  for (const page of pages)
    for (const [, other = ''] of read(`deploy/runbooks/${page}`).matchAll(/`(headwater-[a-z-]+\.md)`/g))
      expect(pages).toContain(other);
});

test.each(alerts)('$alert has a delay, a severity and a summary', (alert) => {
  expect(alert.for).toMatch(/^\d+[mh]$/);
  expect(['warning', 'critical']).toContain(alert.severity);
  expect(alert.summary).toMatch(/\.$/);
});

test('alerts, the dashboard and autoscaling use only existing metrics', () => {
  expect(made.size).toBeGreaterThan(8);
  expect(unknown(alerts.map(({ expr }) => expr).join())).toEqual([]);
  expect(unknown(dashboard)).toEqual([]);
  expect(scaling).toContain('headwater_log_bytes');
  expect(unknown(scaling)).toEqual([]);
});
