import { Client, credentials, Metadata, Server, ServerCredentials, status } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { createRpcClient } from '../rpc/client';
import { idempotencyLevel, type LoadedService } from '../rpc/load-service';
import { MAX_MESSAGE_BYTES, type Client as Calls } from '../rpc/types';

/** The header that grpc-js sends with a retry, by gRPC's specification. */
const PREVIOUS_ATTEMPTS = 'grpc-previous-rpc-attempts';

/** The replies of a call: one of a unary method, all messages of a stream. */
export interface Replies {
  /** What the service answered first, and the caller never received. */
  readonly dropped: readonly unknown[];
  readonly received: readonly unknown[];
}

/**
 * Makes a call whose first reply is lost after the service has committed, as by a broken connection. A gRPC proxy forwards the
 * first attempt, waits for the reply, and answers UNAVAILABLE instead; the retry passes through.
 *
 * @param address `host:port` of the service
 * @throws the error of the call when its method is not retried
 */
export async function callWithDroppedReply<D>(
  service: LoadedService<D>,
  address: string,
  call: (calls: Calls<D>) => Promise<unknown> | AsyncIterable<unknown>,
): Promise<Replies> {
  const proxy = await startProxy(service, address);
  const client = createRpcClient<D>({ service, address: proxy.address });
  try {
    const reply = call(client.calls);
    const received: unknown[] = [];
    if (reply instanceof Promise) received.push(await reply);
    else for await (const message of reply) received.push(message);
    return { dropped: proxy.dropped, received };
  } finally {
    client.close();
    proxy.close();
  }
}

async function startProxy<D>(
  service: LoadedService<D>,
  address: string,
): Promise<{ readonly address: string; readonly dropped: readonly unknown[]; readonly close: () => void }> {
  const limits = {
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  };
  const target = new Client(address, credentials.createInsecure(), { ...limits, 'grpc.enable_retries': 0 });
  const dropped: unknown[] = [];
  const server = new Server(limits);
  const raw = (bytes: Buffer): Buffer => bytes;
  for (const [name, method] of Object.entries(service.definition) as [
    string,
    MethodDefinition<object, object>,
  ][]) {
    const forward = (metadata: Metadata, request: Buffer) => {
      const sent = metadata.clone();
      sent.remove(PREVIOUS_ATTEMPTS);
      return target.makeServerStreamRequest(method.path, raw, raw, request, sent);
    };
    // Every method is forwarded as a stream of bytes: a unary reply is a stream of one message.
    server.addService(
      {
        [name]: {
          ...method,
          responseStream: true,
          requestDeserialize: raw,
          requestSerialize: raw,
          responseSerialize: raw,
          responseDeserialize: raw,
        },
      },
      {
        [name]: (call: RawCall) => {
          const isRetry = call.metadata.get(PREVIOUS_ATTEMPTS).length > 0;
          const messages: Buffer[] = [];
          const reply = forward(call.metadata, call.request);
          reply.on('data', (message: Buffer) => messages.push(message));
          reply.on('error', (error) => call.emit('error', error));
          reply.on('end', () => {
            if (isRetry) {
              for (const message of messages) call.write(message);
              return call.end();
            }
            dropped.push(...messages.map((message) => method.responseDeserialize(message)));
            call.emit('error', { code: status.UNAVAILABLE, details: 'The reply was dropped by the test.' });
          });
        },
      },
    );
  }
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return {
    address: `127.0.0.1:${port}`,
    dropped,
    close: () => {
      server.forceShutdown();
      target.close();
    },
  };
}

interface RawCall {
  readonly metadata: Metadata;
  readonly request: Buffer;
  write(message: Buffer): boolean;
  end(): void;
  emit(event: 'error', error: object): boolean;
}

/** The methods that gRPC retries: those whose `.proto` declares an idempotency level. */
export function retriedMethods<D>({ definition }: LoadedService<D>): string[] {
  return (Object.entries(definition) as [string, MethodDefinition<object, object>][])
    .filter(([, method]) => idempotencyLevel(method) !== 'IDEMPOTENCY_UNKNOWN')
    .map(([name]) => name);
}
