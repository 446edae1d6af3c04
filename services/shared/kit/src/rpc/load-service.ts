import { loadPackageDefinition, type ServiceDefinition } from '@grpc/grpc-js';
import { loadSync, type MethodDefinition, type PackageDefinition } from '@grpc/proto-loader';
import type { MethodName } from './types';

export interface LoadedService<D> {
  /** `headwater.sites.v1.Sites` */
  readonly name: string;
  readonly definition: D & ServiceDefinition;
  /** The file's whole definition, for reflection. */
  readonly packageDefinition: PackageDefinition;
}

/**
 * Loads one service of a proto file. `D` is its generated definition type; the options must match
 * scripts/generate-protos.mjs, or the types would lie about the values.
 */
export function loadService<D>(includeDirectory: string, file: string, name: string): LoadedService<D> {
  const packageDefinition = loadSync(file, {
    includeDirs: [includeDirectory],
    longs: Number,
    enums: String,
    defaults: true,
    oneofs: true,
  });
  let node: unknown = loadPackageDefinition(packageDefinition);
  for (const part of name.split('.')) node = (node as Record<string, unknown> | undefined)?.[part];
  const service = (node as { service?: ServiceDefinition } | undefined)?.service;
  if (!service) throw new Error(`${file} has no service ${name}`);
  return { name, definition: service as D & ServiceDefinition, packageDefinition };
}

/** By default a method has effects, and must not be repeated. */
export type IdempotencyLevel = 'IDEMPOTENCY_UNKNOWN' | 'IDEMPOTENT' | 'NO_SIDE_EFFECTS';

/** The level that the `.proto` declares. */
export function idempotencyLevel({ options }: MethodDefinition<object, object>): IdempotencyLevel {
  return options.idempotency_level;
}

/** The methods that have side effects. */
export function mutatingMethods<D>({ definition }: LoadedService<D>): MethodName<D>[] {
  return (Object.entries(definition) as [MethodName<D>, MethodDefinition<object, object>][])
    .filter(([, method]) => idempotencyLevel(method) !== 'NO_SIDE_EFFECTS')
    .map(([name]) => name);
}
