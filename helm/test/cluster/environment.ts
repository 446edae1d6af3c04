import type { ControlPlane, KubernetesObject } from './control-plane';

/** The environment that Kubernetes would give a container. */
export async function environmentOf(
  plane: ControlPlane,
  namespace: string,
  { envFrom = [], env = [] }: KubernetesObject,
): Promise<Record<string, string>> {
  const read = async (kind: string, name: string): Promise<KubernetesObject> => {
    const found = await plane.call('GET', `/api/v1/namespaces/${namespace}/${kind}/${name}`);
    if (!found) throw new Error(`There is no ${kind} ${name}.`);
    return found;
  };
  const values: Record<string, string> = {};
  for (const { configMapRef } of envFrom)
    Object.assign(values, (await read('configmaps', configMapRef.name)).data);
  for (const { name, value = '', valueFrom } of env) {
    if (!valueFrom) {
      values[name] = (value as string).replace(
        /\$\((\w+)\)/g,
        (text, other: string) => values[other] ?? text,
      );
      continue;
    }
    const { name: secret, key } = valueFrom.secretKeyRef as { name: string; key: string };
    const stored = (await read('secrets', secret)).data[key] as string | undefined;
    if (stored === undefined) throw new Error(`Secret ${secret} has no key ${key}.`);
    values[name] = Buffer.from(stored, 'base64').toString();
  }
  return values;
}
