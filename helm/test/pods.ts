import { podsOf, type Manifest } from './render';

/** The fields of a container that the tests read. */
export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { secretKeyRef: { name: string; key: string } };
  }[];
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly resources: { readonly requests: object; readonly limits: Readonly<Record<string, string>> };
  readonly [probe: string]: unknown;
}

/** The long-running services. */
export const SERVICES = ['gateway', 'sites', 'identity', 'analytics', 'collector'] as const;
/** The containers of a pod, including init containers. */
export const containersOf = ({ spec }: { spec: Manifest['spec'] }): Container[] => [
  ...((spec.initContainers ?? []) as Container[]),
  ...(spec.containers as Container[]),
];
/** The pod of a component. @throws if it does not exist */
export const podOf = (manifests: readonly Manifest[], component: string) => {
  const found = podsOf(manifests).find(
    ({ metadata }) => metadata.labels?.['app.kubernetes.io/component'] === component,
  );
  if (!found) throw new Error(`There is no pod of ${component}.`);
  return found;
};
