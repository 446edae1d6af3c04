import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { errorsOf } from './crds';
import type { Manifest } from './render';
import { kubernetesSchemas } from './tools';

/** Kubernetes releases whose schemas validate the manifests. */
export const KUBERNETES = ['1.31', '1.33', '1.35'] as const;

/**
 * Returns a function that validates objects against the schemas of a Kubernetes release. It returns the errors, also for fields that the schema does not list.
 *
 * kubernetes-validate contains these schemas, but parses 1.4 MB of definitions again for each object.
 */
export function validatorOf(release: string): (manifest: Manifest) => readonly string[] {
  const folder = kubernetesSchemas(release);
  const read = (file: string): object => JSON.parse(readFileSync(join(folder, file), 'utf8')) as object;
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(read('_definitions.json'));
  return (manifest) => {
    const { apiVersion, kind } = manifest;
    // networking.k8s.io/v1 Ingress: ingress-networking-v1.json
    const file = `${kind.toLowerCase()}-${apiVersion.replace(/^([^./]*)[^/]*\//, '$1-')}.json`;
    const validate = ajv.getSchema(file) ?? ajv.addSchema(read(file), file).getSchema(file);
    if (!validate) throw new Error(`${file} has no schema`);
    void validate(manifest);
    return errorsOf(manifest, validate);
  };
}
