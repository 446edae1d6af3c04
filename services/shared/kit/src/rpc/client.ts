import { randomUUID } from 'node:crypto';
import { Client as GrpcClient, Metadata, type ServiceError } from '@grpc/grpc-js';
import type { MethodDefinition } from '@grpc/proto-loader';
import { cancelledError, type AppError } from '../errors';
import { processMetrics } from '../metrics/process-metrics';
import type { OpenSpan } from '../trace/span';
import { startClientSpan } from './call-span';
import { parseDatabaseWork } from './database-work';
import { errorOfStatus, isClosedSession } from './error-metadata';
import { idempotencyLevel, type LoadedService } from './load-service';
import { callUnary } from './unary-call';
import { rpcTrust, type RpcTrust } from './trust';
import { MAX_MESSAGE_BYTES, METADATA, type CallOptions, type Client } from './types';

export interface RpcClientOptions<D> {
  readonly service: LoadedService<D>;
  /** `host:port`, or `dns:///host:port` of a headless service to spread calls over its replicas. */
  readonly address: string;
  /** The minimum deadline of every call, in milliseconds, for a service with slow responses. */
  readonly minDeadlineMs?: number;
  /** Default: plaintext, without a token. */
  readonly trust?: RpcTrust;
}

export interface RpcClient<D> {
  readonly calls: Client<D>;
  close(): void;
}

const DEFAULT_DEADLINE_MS = 10_000;
const MAX_ATTEMPTS = 4;

/**
 * Returns a client that balances calls over all addresses. Methods whose `.proto` declares an `idempotency_level` are retried
 * on UNAVAILABLE, up to 3 times with backoff; retries stop while most calls on the channel fail (`retryThrottling`).
 */
export function createRpcClient<D>(options: RpcClientOptions<D>): RpcClient<D> {
  const { token, channel } = options.trust ?? rpcTrust({});
  const client = new GrpcClient(options.address, channel(), {
    'grpc.service_config': JSON.stringify(serviceConfig(options.service)),
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
    // Requests are buffered for retries. The default buffer of 1 MiB per call would not retry large ones.
    'grpc.per_rpc_retry_buffer_size': MAX_MESSAGE_BYTES,
    'grpc.retry_buffer_size': 8 * MAX_MESSAGE_BYTES,
    // Channelz counters cost 5 % of each call; `/metrics` exports ours instead.
    'grpc.enable_channelz': 0,
    'grpc.dns_min_time_between_resolutions_ms': 5_000,
    // The defaults (1 s to 2 min) would delay the reconnect long after a service has recovered.
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1_000,
  });
  const context = {
    client,
    token,
    service: options.service.name,
    minDeadlineMs: options.minDeadlineMs ?? 0,
  };
  const calls = Object.fromEntries(
    Object.entries(options.service.definition).map(([name, method]) => [
      name,
      methodOf(context, method as MethodDefinition<object, object>),
    ]),
  );
  return { calls: calls as Client<D>, close: () => client.close() };
}

/** The gRPC service config: load balancing and retries. @see https://github.com/grpc/grpc/blob/master/doc/service_config.md */
function serviceConfig<D>({ name: service, definition }: LoadedService<D>): object {
  const retried = Object.entries(definition)
    .filter(([, method]) => isRetried(method as MethodDefinition<object, object>))
    .map(([method]) => ({ service, method }));
  return {
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: [
      {
        name: retried,
        retryPolicy: {
          maxAttempts: MAX_ATTEMPTS,
          initialBackoff: '0.05s',
          maxBackoff: '0.5s',
          backoffMultiplier: 2,
          retryableStatusCodes: ['UNAVAILABLE'],
        },
      },
    ],
    // A failed attempt costs 1 token, a successful call returns 0.1; at 50 of 100 tokens or below nothing is retried. During an
    // outage a channel sends about 40 retries in total, instead of 3 for each call. The reserve of 50 tokens covers the calls in
    // flight to a replica that crashes: all of them fail before the first one is retried.
    retryThrottling: { maxTokens: 100, tokenRatio: 0.1 },
  };
}

const isRetried = (method: MethodDefinition<object, object>): boolean =>
  idempotencyLevel(method) !== 'IDEMPOTENCY_UNKNOWN';

/** Shared by all calls of one client. */
interface ClientContext {
  readonly client: GrpcClient;
  readonly token: string | undefined;
  readonly service: string;
  readonly minDeadlineMs: number;
}

interface CalledMethod extends ClientContext {
  readonly method: MethodDefinition<object, object>;
  /** The method's name without its service. */
  readonly name: string;
  /** Whether calls carry an operation id: methods with side effects. */
  readonly hasOperationId: boolean;
}

function methodOf(context: ClientContext, method: MethodDefinition<object, object>) {
  const called = {
    ...context,
    method,
    name: method.path.slice(method.path.lastIndexOf('/') + 1),
    hasOperationId: idempotencyLevel(method) !== 'NO_SIDE_EFFECTS',
  };
  const call = method.responseStream ? requestStream : requestUnary;
  return (request: unknown, options: CallOptions = {}) => call(called, request, options);
}

/** Starts a call's span. @returns its metadata, `ended` to record the result and map the error, `left` for a stream left early */
function begin(called: CalledMethod, options: CallOptions) {
  const { service, name } = called;
  let span = startClientSpan({ service, method: name });
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
  { token, hasOperationId }: CalledMethod,
  { workspaceId, requestId, operationId }: CallOptions,
  span: OpenSpan | undefined,
): Metadata {
  const metadata = new Metadata();
  if (token !== undefined) metadata.set(METADATA.serviceToken, token);
  if (workspaceId !== undefined) metadata.set(METADATA.workspaceId, String(workspaceId));
  if (requestId !== undefined) metadata.set(METADATA.requestId, requestId);
  if (hasOperationId) metadata.set(METADATA.operationId, operationId ?? randomUUID());
  if (span) metadata.set(METADATA.traceparent, span.traceparent);
  return metadata;
}

function deadlineOf({ minDeadlineMs }: ClientContext, { deadlineMs }: CallOptions): { deadline: number } {
  return { deadline: Date.now() + Math.max(deadlineMs ?? DEFAULT_DEADLINE_MS, minDeadlineMs) };
}

/** Starts the call with the first read. A slow reader slows the server down through HTTP/2 flow control. */
async function* requestStream(
  called: CalledMethod,
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
  // Cancelling emits another error after the reader has left.
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

async function requestUnary(called: CalledMethod, request: unknown, options: CallOptions): Promise<unknown> {
  const { operationId = randomUUID() } = options;
  const same = { ...options, operationId, ...deadlineOf(called, options) };
  for (let attempt = 1; ; attempt++) {
    try {
      return await callOnce(called, request, same);
    } catch (error) {
      // grpc-js retries only the code UNAVAILABLE.
      if (!isRetried(called.method) || attempt === MAX_ATTEMPTS || !isClosedSession(error)) throw error;
    }
  }
}

function callOnce(
  called: CalledMethod,
  request: unknown,
  options: CallOptions & { readonly deadline: number },
): Promise<unknown> {
  // Not sent: the server could start a call that is cancelled after its request.
  if (options.signal?.aborted) return Promise.reject(cancelledError());
  return new Promise((resolve, reject) => {
    const { metadata, ended } = begin(called, options);
    const cancel = callUnary(called.client.getChannel(), {
      method: called.method,
      request: request as object,
      metadata,
      deadline: options.deadline,
      onEnd: (error, response, trailer) => {
        options.signal?.removeEventListener('abort', cancel);
        reportCost(trailer, options);
        const failure = ended(error);
        if (failure) reject(failure);
        else resolve(response);
      },
    });
    options.signal?.addEventListener('abort', cancel, { once: true });
  });
}

function reportCost(trailer: Metadata, { onCost, onDatabaseWork }: CallOptions): void {
  if (onCost) {
    const [cost] = trailer.get(METADATA.cost);
    if (typeof cost === 'string' && /^\d{1,15}$/.test(cost)) onCost(Number(cost));
  }
  if (onDatabaseWork) {
    const [work] = trailer.get(METADATA.databaseWork);
    const parsed = typeof work === 'string' ? parseDatabaseWork(work) : undefined;
    if (parsed) onDatabaseWork(parsed);
  }
}
