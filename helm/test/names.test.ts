import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { containersOf } from './pods';
import { CHART, helm, object, parseManifests, podsOf, render, valuesFile } from './render';

test('long release names with the same beginning are cut to distinct names', () => {
  const prefix = 'analytics-of-the-department-of-long-names';
  const names = ['-one', '-two', ''].map((end) => {
    const manifests = render('production', ['--set', `fullnameOverride=${prefix}${end}`]);
    return manifests.flatMap(({ kind, metadata }) => (kind === 'Deployment' ? [metadata.name] : []));
  });
  expect(new Set(names.flat()).size).toBe(3 * 4);
  const longest = Math.max(...names.flat().map((name) => name.length));
  expect(longest).toBeLessThanOrEqual(40 + '-analytics'.length);
  // A name with 40 characters is not cut.
  const short = 'exactly-forty-characters-is-what-fits-in';
  expect(short).toHaveLength(40);
  expect(
    object(render('production', ['--set', `fullnameOverride=${short}`]), 'ConfigMap', short),
  ).toBeDefined();
});

test('labels and tags contain the build metadata of versions with an underscore', () => {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-package-'));
  helm('helm 3', [
    ...['package', CHART, '--destination', folder],
    ...['--version', '1.2.3+build.7', '--app-version', '1.2.3+abc'],
  ]);
  const manifests = parseManifests(
    helm('helm 3', [
      ...['template', 'hw', join(folder, 'headwater-1.2.3+build.7.tgz'), '--kube-version', '1.33.0'],
      ...['--values', valuesFile('production')],
    ]),
  );
  rmSync(folder, { recursive: true });
  for (const { labels } of [...manifests, ...podsOf(manifests)].map(({ metadata }) => metadata))
    expect(labels).toMatchObject({
      'helm.sh/chart': 'headwater-1.2.3_build.7',
      'app.kubernetes.io/version': '1.2.3_abc',
    });
  for (const pod of podsOf(manifests))
    for (const { image } of containersOf(pod)) expect(image).toBe('registry.example.com/headwater:1.2.3_abc');
});
