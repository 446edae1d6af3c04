import type {
  MethodDefinition,
  Server,
  ServerDuplexStream,
  ServiceDefinition,
  UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { loadSync, type PackageDefinition } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import { protoPath as healthProto } from 'grpc-health-check';
import { FileDescriptorProto } from 'protobufjs/ext/descriptor';
import { once } from '../once';

/**
 * Serves reflection (v1 and v1alpha) for the services of `definition` and `grpc.health.v1.Health`. Clients such as grpcurl read the
 * descriptors from it. The index of all types takes half a second, so the first call builds it.
 */
export function addReflection(server: Server, definition: PackageDefinition): void {
  const handlers = once(() => createHandlers(definition));
  for (const service of reflectionServices()) {
    const { path } = infoOf(service);
    server.addService(service, {
      ServerReflectionInfo: (call: ReflectionCall) => {
        const handler = handlers().get(path);
        if (!handler) throw new Error(`The reflection service has no method ${path}.`);
        handler(call);
      },
    });
  }
}

/** Both versions of the service, shared by the servers of a process: parsing their files takes 15 ms. */
const reflectionServices = once(() => {
  const services: ServiceDefinition[] = [];
  new ReflectionService({}).addToServer(registering((service) => services.push(service)));
  return services;
});

type ReflectionCall = ServerDuplexStream<unknown, unknown>;
type Reflect = (call: ReflectionCall) => void;

/** The handlers of the one method of each version, by its path. */
function createHandlers(definition: PackageDefinition): ReadonlyMap<string, Reflect> {
  const services = { ...definition, ...loadSync(healthProto) };
  const named = Object.fromEntries(
    Object.entries(services).map(([name, entry]) => [
      name,
      // Only types have descriptors. A service could have a method of that name.
      Array.isArray(entry.fileDescriptorProtos)
        ? { ...entry, fileDescriptorProtos: entry.fileDescriptorProtos.map(withMapEntryNames) }
        : entry,
    ]),
  ) as PackageDefinition;
  const handlers = new Map<string, Reflect>();
  new ReflectionService(named).addToServer(
    registering((service, { ServerReflectionInfo: handler }) =>
      handlers.set(infoOf(service).path, handler as Reflect),
    ),
  );
  return handlers;
}

/** ReflectionService gives its handlers only to a server. */
function registering(
  addService: (service: ServiceDefinition, handlers: UntypedServiceImplementation) => unknown,
): Server {
  return { addService } as unknown as Server;
}

function infoOf(service: ServiceDefinition): MethodDefinition<unknown, unknown> {
  const method = service['ServerReflectionInfo'];
  if (!method) throw new Error('the reflection service has no method ServerReflectionInfo');
  return method;
}

/**
 * Names the entry types of map fields as descriptor.proto requires (`MessageOptions.map_entry`): `RowsEntry` for the field `rows`.
 * protobufjs calls it `Rows`, which other descriptor parsers reject.
 */
function withMapEntryNames(encoded: Buffer): Buffer {
  const file = FileDescriptorProto.decode(encoded);
  for (const message of (file as unknown as { messageType: MessageDescriptor[] }).messageType)
    renameMapEntries(message);
  return Buffer.from(FileDescriptorProto.encode(file).finish());
}

interface MessageDescriptor {
  name: string;
  readonly field: { readonly name: string; typeName: string }[];
  readonly nestedType: MessageDescriptor[];
  readonly options?: { readonly mapEntry?: boolean };
}

function renameMapEntries({ field: fields, nestedType }: MessageDescriptor): void {
  for (const nested of nestedType) {
    renameMapEntries(nested);
    const field = nested.options?.mapEntry && fields.find(({ typeName }) => typeName === nested.name);
    if (!field) continue;
    nested.name = `${field.name.charAt(0).toUpperCase()}${field.name.slice(1)}Entry`;
    field.typeName = nested.name;
  }
}
