import { dirname, join } from 'node:path';
import {
  credentials,
  loadPackageDefinition,
  type ClientDuplexStream,
  type ServiceClientConstructor,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { FileDescriptorProto } from 'protobufjs/ext/descriptor';

const PROTO = join(
  dirname(require.resolve('@grpc/reflection/package.json')),
  'build/proto/grpc/reflection/v1/reflection.proto',
);

interface Answer {
  readonly listServicesResponse?: { readonly service: readonly { readonly name: string }[] };
  readonly fileDescriptorResponse?: { readonly fileDescriptorProto: readonly Buffer[] };
  readonly errorResponse?: { readonly errorMessage: string };
}

interface MessageDescriptor {
  readonly name: string;
  readonly field: readonly { readonly name: string; readonly typeName?: string }[];
  readonly nestedType: readonly MessageDescriptor[];
  readonly options?: { readonly mapEntry?: boolean };
}

/** The names of the services that the server at `host:port` lists by gRPC reflection. */
export async function listServices(target: string): Promise<string[]> {
  const { listServicesResponse } = await request(target, { listServices: '' });
  return (listServicesResponse?.service ?? []).map(({ name }) => name);
}

/**
 * Reads the descriptors of a service by gRPC reflection and checks the rules that protoc's parsers enforce on generated types.
 *
 * @returns the names of invalid map fields. @throws if the server does not know the service
 */
export async function describeService(target: string, service: string): Promise<string[]> {
  const { fileDescriptorResponse } = await request(target, { fileContainingSymbol: service });
  const files = (fileDescriptorResponse?.fileDescriptorProto ?? []).map(
    (encoded) => FileDescriptorProto.decode(encoded) as unknown as { messageType: MessageDescriptor[] },
  );
  if (files.length === 0) throw new Error(`no descriptor of ${service}`);
  return files.flatMap(({ messageType }) => messageType.flatMap(invalidMapFields));
}

/** The entry type of a map field `rows` must be named `RowsEntry` (descriptor.proto, `MessageOptions.map_entry`). */
function invalidMapFields({ name, field: fields, nestedType }: MessageDescriptor): string[] {
  return nestedType.flatMap((nested) => {
    const inner = invalidMapFields(nested);
    if (!nested.options?.mapEntry) return inner;
    const field = fields.find(({ typeName }) => typeName?.split('.').at(-1) === nested.name);
    const words = field?.name.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
    return words && `${words.join('')}Entry` === nested.name ? inner : [...inner, `${name}.${nested.name}`];
  });
}

type ReflectionClient = {
  ServerReflectionInfo(): ClientDuplexStream<object, Answer>;
  close(): void;
};

async function request(target: string, message: object): Promise<Answer> {
  const { grpc } = loadPackageDefinition(loadSync(PROTO)) as unknown as {
    grpc: { reflection: { v1: { ServerReflection: ServiceClientConstructor } } };
  };
  const client = new grpc.reflection.v1.ServerReflection(
    target,
    credentials.createInsecure(),
  ) as unknown as ReflectionClient;
  try {
    const stream = client.ServerReflectionInfo();
    stream.end(message);
    for await (const answer of stream as AsyncIterable<Answer>) {
      if (answer.errorResponse) throw new Error(answer.errorResponse.errorMessage);
      return answer;
    }
    throw new Error(`${target} closed the reflection stream without a response.`);
  } finally {
    client.close();
  }
}
