import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validateCustomResource } from './crds';
import { CHART, helm, parseManifests, render, renderText, valuesFile, VALUE_FILES } from './render';
import { HELMS, KUBERNETES, validateManifests } from './tools';

/** API groups without schemas in Kubernetes: operators and the Gateway API. */
const FOREIGN =
  /^(monitoring\.coreos\.com|cert-manager\.io|gateway\.networking\.k8s\.io|postgresql\.cnpg\.io|keda\.sh|clickhouse(-keeper)?\.altinity\.com)\//;

const directory = mkdtempSync(join(tmpdir(), 'headwater-chart-'));
afterAll(() => rmSync(directory, { recursive: true }));

test('tests at least ten value files', () => {
  expect(VALUE_FILES.length).toBeGreaterThanOrEqual(10);
});

describe.each(Object.keys(HELMS))('%s', (which) => {
  test.each(VALUE_FILES)('lints strictly without warnings: %s', (name) => {
    const out = helm(which, [
      'lint',
      '--strict',
      CHART,
      '--kube-version',
      '1.33.0',
      '--values',
      valuesFile(name),
    ]);
    expect(out).not.toMatch(/\[(WARNING|ERROR)\]/);
  });
});

test.each(VALUE_FILES.filter((name) => name !== 'trial'))(
  'renders identical bytes twice, and identical objects with both Helm versions: %s',
  (name) => {
    const first = renderText(name);
    expect(renderText(name)).toBe(first);
    expect(parseManifests(renderText(name, [], 'helm 4'))).toEqual(parseManifests(first));
  },
);

/** Files with all objects of every value file. Each object is in one file only, because many are the same with other values. */
function distinctObjects(): string[] {
  const written = new Set<string>();
  return VALUE_FILES.flatMap((name) => {
    const own = [...render(name), ...render(name, ['--is-upgrade'])]
      .filter(({ apiVersion }) => !FOREIGN.test(apiVersion))
      // YAML versions differ between the parsers. JSON is valid in all of them.
      .map((one) => JSON.stringify(one))
      .filter((text) => !written.has(text));
    if (own.length === 0) return [];
    for (const text of own) written.add(text);
    const file = join(directory, `${name}.yaml`);
    writeFileSync(file, own.join('\n---\n'));
    return [file];
  });
}

test.each(KUBERNETES)('is valid on Kubernetes %s with every value file', (version) => {
  expect(validateManifests(distinctObjects(), version)).toBe('');
});

const foreignOf = (name: string) => render(name).filter(({ apiVersion }) => FOREIGN.test(apiVersion));

test.each(VALUE_FILES)('is valid against the definitions of operators: %s', (name) => {
  expect(foreignOf(name).flatMap(validateCustomResource)).toEqual([]);
});

test("the README's ExternalSecret is valid against the definition of its operator", () => {
  const readme = readFileSync(join(CHART, 'README.md'), 'utf8');
  const [, text = ''] = / {2}```yaml\n([^`]*kind: ExternalSecret[^`]*)```/.exec(readme) ?? [];
  expect(parseManifests(text).map(validateCustomResource)).toEqual([[]]);
});

test('reports fields that a definition of an operator does not list', () => {
  const [cluster] = foreignOf('operators').filter(({ kind }) => kind === 'Cluster');
  if (!cluster) throw new Error('the chart renders no Cluster');
  expect(validateCustomResource({ ...cluster, spec: { ...cluster.spec, instance: 3 } })).toEqual([
    expect.stringContaining('"additionalProperty":"instance"'),
  ]);
});
