import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { HELMS } from './tools';

/** The fields of a Kubernetes object that the tests read. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  /** Its shape depends on the kind. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the tests assert its shape
  readonly spec?: any;
  readonly data?: Readonly<Record<string, string>>;
}

export const CHART = join(__dirname, '../headwater');
const VALUES = join(__dirname, 'values');
/** Complete values for clouds, which the chart's README names. */
const EXAMPLES = join(CHART, 'examples');

const namesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => file.slice(0, -'.yaml'.length))
    .sort();

/** The names of the examples, without `.yaml`. */
export const EXAMPLE_FILES = namesIn(EXAMPLES);
/** The names of all value files, without `.yaml`. */
export const VALUE_FILES = [...namesIn(VALUES), ...EXAMPLE_FILES];

export const valuesFile = (name: string): string =>
  join(EXAMPLE_FILES.includes(name) ? EXAMPLES : VALUES, `${name}.yaml`);

/** Runs helm. @throws with its standard error as the message */
export function helm(which: string, args: readonly string[]): string {
  try {
    return execFileSync(HELMS[which] ?? which, args, {
      encoding: 'utf8',
      stdio: 'pipe',
      maxBuffer: 64 * 1_048_576,
    });
  } catch (error) {
    throw new Error((error as { stderr?: string }).stderr ?? String(error), { cause: error });
  }
}

/** Renders the chart as release `hw` in namespace `metrics-of-ours`. */
export function renderText(values: string, args: readonly string[] = [], which = 'helm 3'): string {
  const fixed = ['template', 'hw', CHART, '--namespace', 'metrics-of-ours', '--kube-version', '1.33.0'];
  return helm(which, [...fixed, '--values', valuesFile(values), ...args]);
}

const rendered = new Map<string, Manifest[]>();

/** The rendered objects. Results are cached. */
export function render(values: string, args: readonly string[] = []): Manifest[] {
  const key = [values, ...args].join(' ');
  const manifests = rendered.get(key) ?? parseManifests(renderText(values, args));
  rendered.set(key, manifests);
  return manifests;
}

/** The objects of a rendered text. */
export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text, { merge: true })
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}

/** Objects of one kind. */
export const ofKind = (manifests: readonly Manifest[], kind: string): Manifest[] =>
  manifests.filter((one) => one.kind === kind);

/** The object with this kind and name. @throws if it does not exist */
export function object(manifests: readonly Manifest[], kind: string, name: string): Manifest {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}.`);
  return found;
}

/** The pod templates of all objects, each with the kind and name of its object. */
export function podsOf(
  manifests: readonly Manifest[],
): { readonly from: string; readonly metadata: Manifest['metadata']; readonly spec: Manifest['spec'] }[] {
  return manifests.flatMap(({ kind, metadata, spec }) => {
    const from = `${kind} ${metadata.name}`;
    if (kind === 'Pod') return [{ from, metadata, spec }];
    if (kind === 'CronJob') return [{ from, ...spec.jobTemplate.spec.template }];
    if (['Deployment', 'StatefulSet', 'Job'].includes(kind)) return [{ from, ...spec.template }];
    return [];
  });
}
