import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const folder = process.env['HEADWATER_CHART_TOOLS'] ?? join(homedir(), '.cache/headwater-chart-tools');

/** The path of a tool that .ci/install-chart-tools installed. @throws with installation instructions if it is missing */
function tool(path: string): string {
  const found = join(folder, path);
  if (!existsSync(found))
    throw new Error(`${found} is not there. Run .ci/install-chart-tools, which needs Go and Python.`);
  return found;
}

/** Helm 3 and Helm 4, by major version. */
export const HELMS: Readonly<Record<string, string>> = {
  'helm 3': tool('helm3/helm'),
  'helm 4': tool('helm4/helm'),
};

/** The folder with CustomResourceDefinitions of operators and of the Gateway API. */
export const CRDS = tool('crds');

/** The PromQL engine of Prometheus. Runs a script of its own test language from the standard input. */
export const PROMQL = tool('promql/engine');

/** The folder with the schemas of a Kubernetes release, which refuse additional fields. kubernetes-validate contains them. */
export function kubernetesSchemas(release: string): string {
  const [python = ''] = readdirSync(tool('python/lib'));
  const schemas = 'site-packages/kubernetes_validate/kubernetes-json-schema';
  return tool(join('python/lib', python, schemas, `v${release}.0-local-strict`));
}
