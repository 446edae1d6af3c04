import { Client as GrpcClient, Metadata, type ServiceError } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import type { AppError } from '../errors';
import { processMetrics } from '../metrics/process-metrics';
import type { OpenSpan } from '../trace/span';
import { startCall } from './call-span';
import { errorOfStatus } from './error-metadata';
import type { LoadedService } from './load-service';
import { askForOne } from './one-answer';
import { rpcTrust, type RpcTrust } from './trust';
import { MAX_MESSAGE_BYTES, METADATA, type CallOptions, type Client, type MethodName } from './types';

export interface RpcClientOptions<D> {
  readonly service: LoadedService<D>;
  /** `host:port`, or `dns:///host:port` of a headless service to spread calls over its replicas. */
  readonly address: string;
  /** Methods that may be sent again when a replica is UNAVAILABLE: a second run must change nothing. */
  readonly idempotent: readonly MethodName<D>[];
  /** A call that asks for a shorter deadline has this one, in milliseconds: for a service whose answers take their time. */
  readonly leastDeadlineMs?: number;
  /** How it proves itself. Default: plaintext, without a token. */
  readonly trust?: RpcTrust;
}

export interface RpcClient<D> {
  readonly calls: Client<D>;
  close(): void;
}

const DEFAULT_DEADLINE_MS = 10_000;

/** Makes a client that spreads its calls over all addresses and repeats idempotent ones on UNAVAILABLE. */
export function createRpcClient<D>(options: RpcClientOptions<D>): RpcClient<D> {
  const { token, channel } = options.trust ?? rpcTrust({});
  const client = new GrpcClient(options.address, channel(), {
    'grpc.service_config': JSON.stringify(serviceConfig(options.service.name, options.idempotent)),
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    // A request is kept to be sent again; by default none of over 1 MiB is, and each connection has its end.
    'grpc.per_rpc_retry_buffer_size': MAX_MESSAGE_BYTES,
    'grpc.retry_buffer_size': 8 * MAX_MESSAGE_BYTES,
    // Its counters are asked by nobody and cost each call a twentieth; `/metrics` has ours.
    'grpc.enable_channelz': 0,
    'grpc.dns_min_time_between_resolutions_ms': 5_000,
    // The defaults (1 s growing to 2 min) would keep a service unreachable long after it is back.
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1_000,
  });
  const caller = {
    client,
    token,
    service: options.service.name,
    leastDeadlineMs: options.leastDeadlineMs ?? 0,
  };
  const calls = Object.fromEntries(
    Object.entries(options.service.definition).map(([name, method]) => [
      name,
      clientOf(caller, method as MethodDefinition<object, object>),
    ]),
  );
  return { calls: calls as Client<D>, close: () => client.close() };
}

function serviceConfig(service: string, idempotent: readonly string[]): object {
  return {
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: [
      {
        name: idempotent.map((method) => ({ service, method })),
        retryPolicy: {
          maxAttempts: 4,
          initialBackoff: '0.05s',
          maxBackoff: '0.5s',
          backoffMultiplier: 2,
          retryableStatusCodes: ['UNAVAILABLE'],
        },
      },
    ],
  };
}

/** What all calls of one client share. */
interface Caller {
  readonly client: GrpcClient;
  readonly token: string | undefined;
  readonly service: string;
  readonly leastDeadlineMs: number;
}

interface Called extends Caller {
  readonly method: MethodDefinition<object, object>;
  /** Without its service. */
  readonly name: string;
}

function clientOf(caller: Caller, method: MethodDefinition<object, object>) {
  const called = { ...caller, method, name: method.path.slice(method.path.lastIndexOf('/') + 1) };
  const call = method.responseStream ? callStream : callUnary;
  return (request: unknown, options: CallOptions = {}) => call(called, request, options);
}

/** Begins a call. @returns its metadata, and what counts its end and gives the failure as ours, when it is one */
function begin(called: Called, options: CallOptions) {
  const { service, name } = called;
  let span = startCall({ service, method: name });
  const metadata = metadataOf(called, options, span);
  const ended = (error?: ServiceError | null): AppError | undefined => {
    const failure = error ? errorOfStatus(error) : undefined;
    processMetrics().rpcCalled(service, name, failure?.code ?? 'ok');
    endSpan(failure?.code);
    return failure;
  };
  const endSpan = (failure?: string): void => {
    span?.end(failure);
    span = undefined;
  };
  return { metadata, ended, left: () => endSpan('cancelled') };
}

function metadataOf(
  { token }: Caller,
  { workspaceId, requestId }: CallOptions,
  span: OpenSpan | undefined,
): Metadata {
  const metadata = new Metadata();
  if (token !== undefined) metadata.set(METADATA.serviceToken, token);
  if (workspaceId !== undefined) metadata.set(METADATA.workspaceId, String(workspaceId));
  if (requestId !== undefined) metadata.set(METADATA.requestId, requestId);
  if (span) metadata.set(METADATA.traceparent, span.traceparent);
  return metadata;
}

function deadlineOf({ leastDeadlineMs }: Caller, { deadlineMs }: CallOptions): { deadline: number } {
  return { deadline: Date.now() + Math.max(deadlineMs ?? DEFAULT_DEADLINE_MS, leastDeadlineMs) };
}

/** Begins the call with the first read. Reading slowly slows the sender down, by HTTP/2's flow control. */
async function* callStream(
  called: Called,
  request: unknown,
  options: CallOptions,
): AsyncGenerator<unknown, void> {
  const { method } = called;
  const { metadata, ended, left } = begin(called, options);
  const call = called.client.makeServerStreamRequest(
    method.path,
    method.requestSerialize,
    method.responseDeserialize,
    request as object,
    metadata,
    deadlineOf(called, options),
  );
  // Cancelling makes one more error, after the reader has left.
  call.on('error', () => undefined);
  const cancel = (): void => call.cancel();
  if (options.signal?.aborted) cancel();
  else options.signal?.addEventListener('abort', cancel, { once: true });
  try {
    for await (const message of call) yield message;
    ended();
  } catch (error) {
    throw ended(error as ServiceError) ?? error;
  } finally {
    options.signal?.removeEventListener('abort', cancel);
    cancel();
    left();
  }
}

function callUnary(called: Called, request: unknown, options: CallOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const { metadata, ended } = begin(called, options);
    const cancel = askForOne(called.client.getChannel(), {
      method: called.method,
      request: request as object,
      metadata,
      ...deadlineOf(called, options),
      ended: (error, answer, trailer) => {
        options.signal?.removeEventListener('abort', cancel);
        tellCost(trailer, options);
        const failure = ended(error);
        if (failure) reject(failure);
        else resolve(answer);
      },
    });
    if (options.signal?.aborted) cancel();
    else options.signal?.addEventListener('abort', cancel, { once: true });
  });
}

function tellCost(trailer: Metadata, { onCost }: CallOptions): void {
  if (!onCost) return;
  const [cost] = trailer.get(METADATA.cost);
  if (typeof cost === 'string' && /^\d{1,15}$/.test(cost)) onCost(Number(cost));
}
