import {
  Metadata,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServerWritableStream,
  type StatusObject,
} from '@grpc/grpc-js';
import { AppError, cancelledError, toAppError } from '../errors';
import { hintFor } from '../hint';
import type { Logger } from '../log';
import { processMetrics } from '../metrics/process-metrics';
import { requestIdFrom } from '../request-id';
import type { OpenSpan } from '../trace/span';
import { startServerSpan } from './call-span';
import { formatDatabaseWork } from './database-work';
import { statusOf } from './error-metadata';
import {
  METADATA,
  type CallContext,
  type DatabaseWork,
  type InterceptedCall,
  type RpcInterceptor,
} from './types';

/** A handler of a unary method, untyped. */
export type UnaryHandler = (request: unknown, call: CallContext) => Promise<unknown>;
/** A handler of a server-streaming method, untyped. */
export type StreamHandler = (request: unknown, call: CallContext) => AsyncIterable<unknown>;

/** Shared by all methods of a server. */
export interface ServedService {
  readonly service: string;
  readonly log: Logger;
  /** The status that ends an unauthenticated call; undefined for an authenticated one. */
  readonly authenticate: (metadata: Metadata) => Partial<StatusObject> | undefined;
  /** The first one is the outermost. */
  readonly interceptors: readonly RpcInterceptor[];
}

type AnyCall = ServerUnaryCall<unknown, unknown> | ServerWritableStream<unknown, unknown>;

/** Max calls of a unary method that run concurrently: bounds the memory of a process that does not keep up. */
const MAX_CALLS = 1_000;

/**
 * Adapts a unary handler to grpc-js: authentication, tracing, metrics, error mapping, and the interceptors. A call whose caller has
 * cancelled is not started. Of more than 1,000 concurrent calls, further ones are refused.
 */
export function serveUnary(method: string, handler: UnaryHandler, served: ServedService) {
  let running = 0;
  const serve = (call: ServerUnaryCall<unknown, unknown>, respond: sendUnaryData<unknown>): void => {
    if (call.cancelled) {
      running -= 1;
      return respond(statusOf(cancelledError()));
    }
    const { context, span } = begin(call, { method, streaming: false }, served);
    const finished = finishCall(served, context, span);
    // Async: a handler that throws synchronously must reject, not end the process.
    const run = intercepted(served.interceptors, context, async () => handler(call.request, context));
    (span ? span.run(run) : run()).then(
      (response) => {
        running -= 1;
        finished.succeed();
        respond(null, response, context.trailer());
      },
      (thrown: unknown) => {
        running -= 1;
        respond(finished.fail(thrown));
      },
    );
  };
  return (call: ServerUnaryCall<unknown, unknown>, respond: sendUnaryData<unknown>): void => {
    const refusal = served.authenticate(call.metadata);
    if (refusal) return respond(refusal);
    if (running >= MAX_CALLS) return respond(statusOf(overloadedError(method)));
    running += 1;
    // A busy or frozen process receives a request and its cancellation in one turn of the event loop.
    setImmediate(serve, call, respond);
  };
}

function overloadedError(method: string): AppError {
  return new AppError({
    kind: 'unavailable',
    code: 'upstream_unavailable',
    message: `Too many concurrent calls of ${method} (limit ${MAX_CALLS}). Retry in 1 s.`,
    retryAfterSeconds: 1,
    // An immediate retry would add to the load.
    retryable: false,
  });
}

/** Like `serveUnary` for a streaming handler: requests the next message when the client has room for it. */
export function serveStream(method: string, handler: StreamHandler, served: ServedService) {
  return (call: ServerWritableStream<unknown, unknown>): void => {
    const refusal = served.authenticate(call.metadata);
    if (refusal) return void call.emit('error', refusal);
    const { context, span } = begin(call, { method, streaming: true }, served);
    const finished = finishCall(served, context, span);
    const run = intercepted(served.interceptors, context, () =>
      sendAll(call, context.signal, () => handler(call.request, context)),
    );
    (span ? span.run(run) : run()).then(
      () => {
        finished.succeed();
        call.end();
      },
      (thrown: unknown) => call.emit('error', finished.fail(thrown)),
    );
  };
}

/** Composes the interceptors around `handle`; the first one is the outermost. */
function intercepted<T>(
  interceptors: readonly RpcInterceptor[],
  call: InterceptedCall,
  handle: () => Promise<T>,
): () => Promise<T> {
  return interceptors.reduceRight<() => Promise<T>>(
    // Async: an interceptor that throws synchronously must reject, too.
    (next, interceptor) => async () => interceptor(call, next),
    handle,
  );
}

/** Sends the messages in order. Leaving the loop after a cancellation closes their source. */
async function sendAll(
  call: ServerWritableStream<unknown, unknown>,
  signal: AbortSignal,
  messages: () => AsyncIterable<unknown>,
): Promise<void> {
  for await (const message of messages()) {
    if (!signal.aborted && !call.write(message)) await drained(call, signal);
    if (signal.aborted) return;
  }
}

/** Resolves when the stream has room for more, or was cancelled. */
function drained(call: ServerWritableStream<unknown, unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      call.off('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    call.once('drain', done);
    signal.addEventListener('abort', done, { once: true });
  });
}

/** Records the end of a call in its span, the metrics and the log. */
function finishCall({ service, log }: ServedService, context: ServedCall, span: OpenSpan | undefined) {
  const startedAt = performance.now();
  const { method } = context;
  const record = (code: string): void => {
    const ms = performance.now() - startedAt;
    span?.end(code === 'ok' ? undefined : code);
    processMetrics().rpcServed(service, method, { code, ms });
    if (log.isLevelEnabled('debug')) context.log.debug({ method, code, ms: Math.round(ms) }, 'call ended');
  };
  return {
    succeed: () => record('ok'),
    /** @returns the status for the caller. */
    fail: (thrown: unknown): StatusObject => {
      const error = toAppError(thrown);
      if (error.kind === 'internal') context.log.error({ method, err: error.cause ?? error }, 'call failed');
      // The readiness check logs outages; only errors that an operator must fix are logged for each call.
      else if (hintFor(error.cause) !== undefined)
        context.log.warn({ method, err: error.cause }, 'call failed');
      record(error.code);
      return statusOf(error);
    },
  };
}

interface CalledMethod {
  readonly method: string;
  readonly streaming: boolean;
}

/** Creates the call's context, and its span when tracing is on. */
function begin(call: AnyCall, called: CalledMethod, { service, log }: ServedService) {
  const requestId = requestIdFrom(call.metadata.get(METADATA.requestId)[0]);
  const traceparent = call.metadata.get(METADATA.traceparent)[0];
  const span = startServerSpan({ service, method: called.method }, requestId, traceparent);
  const ids = span ? { requestId, traceId: span.traceId } : { requestId };
  return { context: new ServedCall(call, called, { log, ids }), span };
}

/** Creates its log and its signal on first use: most calls need neither. */
class ServedCall implements InterceptedCall {
  private callLog: Logger | undefined;
  private abortSignal: AbortSignal | undefined;
  private cost = 0;
  private databaseWork: DatabaseWork | undefined;

  /** @param logging `ids` are the fields of every log line of this call */
  constructor(
    private readonly call: AnyCall,
    private readonly called: CalledMethod,
    private readonly logging: {
      readonly log: Logger;
      readonly ids: { readonly requestId: string; readonly traceId?: string };
    },
  ) {}

  get method(): string {
    return this.called.method;
  }

  get streaming(): boolean {
    return this.called.streaming;
  }

  get request(): unknown {
    return this.call.request;
  }

  get requestId(): string {
    return this.logging.ids.requestId;
  }

  get operationId(): string | undefined {
    const value = this.call.metadata.get(METADATA.operationId)[0];
    return typeof value === 'string' && /^[\w.:-]{1,128}$/.test(value) ? value : undefined;
  }

  get log(): Logger {
    return (this.callLog ??= this.logging.log.child(this.logging.ids));
  }

  get signal(): AbortSignal {
    return (this.abortSignal ??= signalOf(this.call));
  }

  get cancelled(): boolean {
    return this.call.cancelled;
  }

  workspaceId(): number {
    const value = this.call.metadata.get(METADATA.workspaceId)[0];
    if (typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value)) return Number(value);
    throw new AppError({
      kind: 'invalid',
      code: 'invalid_request',
      message: `The metadata ${METADATA.workspaceId} is missing or invalid. Send the id of a workspace.`,
    });
  }

  charge(cost: number): void {
    this.cost += cost;
  }

  reportDatabaseWork(work: DatabaseWork): void {
    this.databaseWork = work;
  }

  /** The trailing metadata with the cost of the call and the work of the database; undefined without them. */
  trailer(): Metadata | undefined {
    const { cost, databaseWork } = this;
    if (cost === 0 && databaseWork === undefined) return undefined;
    const trailer = new Metadata();
    if (cost > 0) trailer.set(METADATA.cost, String(cost));
    if (databaseWork) trailer.set(METADATA.databaseWork, formatDatabaseWork(databaseWork));
    return trailer;
  }
}

/** Aborted when the caller cancels or disconnects, when the deadline passes, and at the end of every call. */
function signalOf(call: AnyCall): AbortSignal {
  const controller = new AbortController();
  if (call.cancelled) controller.abort();
  else call.on('cancelled', () => controller.abort());
  return controller.signal;
}
