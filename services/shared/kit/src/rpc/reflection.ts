import { loadSync, type PackageDefinition } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';
import { protoPath as healthProto } from 'grpc-health-check';
import { FileDescriptorProto } from 'protobufjs/ext/descriptor';

/**
 * Returns the reflection service (v1 and v1alpha) of a server that serves the services of `definition` and `grpc.health.v1.Health`.
 * Clients such as grpcurl read the descriptors from it.
 */
export function createReflection(definition: PackageDefinition): ReflectionService {
  const services = { ...definition, ...loadSync(healthProto) };
  return new ReflectionService(
    Object.fromEntries(
      Object.entries(services).map(([name, entry]) => [
        name,
        // Only types have descriptors. A service could have a method of that name.
        Array.isArray(entry.fileDescriptorProtos)
          ? { ...entry, fileDescriptorProtos: entry.fileDescriptorProtos.map(withMapEntryNames) }
          : entry,
      ]),
    ) as PackageDefinition,
  );
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
