import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateCustomResource } from './crds';
import { KUBERNETES, validatorOf } from './kubernetes-schemas';
import { CHART, helm, object, parseManifests, render, renderText, valuesFile, VALUE_FILES } from './render';
import { HELMS } from './tools';

/** API groups without schemas in Kubernetes: operators and the Gateway API. */
const FOREIGN =
  /^(monitoring\.coreos\.com|cert-manager\.io|gateway\.networking\.k8s\.io|postgresql\.cnpg\.io|keda\.sh|clickhouse(-keeper)?\.altinity\.com)\//;

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

/** Google publishes no definition of its certificates. `npm run test:cluster` installs them. */
const UNKNOWN = /^networking\.gke\.io\//;

const ofKubernetes = (name: string) =>
  [...render(name), ...render(name, ['--is-upgrade'])].filter(
    ({ apiVersion }) => !FOREIGN.test(apiVersion) && !UNKNOWN.test(apiVersion),
  );

describe.each(KUBERNETES)('Kubernetes %s', (release) => {
  const validate = validatorOf(release);

  test.each(VALUE_FILES)('accepts all objects: %s', (name) => {
    const objects = ofKubernetes(name);
    expect(objects.length).toBeGreaterThan(10);
    expect(objects.flatMap(validate)).toEqual([]);
  });

  test('refuses fields that its schemas do not list, and values of another type', () => {
    const service = object(ofKubernetes('trial'), 'Service', 'hw-headwater-gateway');
    const port = { ...service.spec.ports[0], targetPort: true };
    expect(validate({ ...service, spec: { ...service.spec, port: 80, ports: [port] } })).toEqual(
      expect.arrayContaining([
        expect.stringContaining('"additionalProperty":"port"'),
        expect.stringContaining('/spec/ports/0/targetPort'),
      ]),
    );
  });
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
