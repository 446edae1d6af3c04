import type { Logger } from '../log';

/** The context of a call, beside its request. */
export interface CallContext {
  /** The method's name without its service, such as `GetSite`. */
  readonly method: string;
  /** The caller's workspace. @throws AppError `invalid` when the call carries none. */
  workspaceId(): number;
  readonly requestId: string;
  /**
   * Identifies one logical call: a gRPC retry and a repeat under the same Idempotency-Key carry the same id, another call a new
   * one. Clients of this kit send it with every method that has side effects; undefined for other callers.
   */
  readonly operationId: string | undefined;
  /** Aborted when the caller cancels, disconnects, or the deadline passes; also at the end of every call. */
  readonly signal: AbortSignal;
  /** True once the call was cancelled. Cheaper than `signal`, which is created on first use. */
  readonly cancelled: boolean;
  readonly log: Logger;
  /** Adds to the cost of the call. The sum is sent to the caller in the trailer, for unary calls only. */
  charge(cost: number): void;
  /** Sends the work of the service's database to the caller, like the cost. A later report replaces an earlier one. */
  reportDatabaseWork(work: DatabaseWork): void;
}

/** The work of a database for one call. */
export interface DatabaseWork {
  /** Sum of the times of all statements, in milliseconds. */
  readonly ms: number;
  /** Rows that the statements have read. */
  readonly rows: number;
  /** Days of a query that were read from roll-ups, and from events. Absent if it can't use roll-ups. */
  readonly days?: { readonly rollup: number; readonly raw: number };
}

/** A call as interceptors see it. */
export interface InterceptedCall extends CallContext {
  /** True for a method that returns a stream. */
  readonly streaming: boolean;
  /** The decoded message of the caller. */
  readonly request: unknown;
}

/**
 * Wraps every call of a server. `next` runs the remaining interceptors and the handler; for a streaming method it resolves
 * when the stream was sent. An interceptor must call `next` once and return its result unchanged, throw, or return the result of an
 * identical call.
 */
export type RpcInterceptor = <T>(call: InterceptedCall, next: () => Promise<T>) => Promise<T>;

/** The methods that a generated definition names; its index signature would let any name through, typed `any`. */
type KnownMethods<D> = {
  [M in keyof D as M extends string ? (string extends M ? never : M) : never]: D[M];
};

/** The parts of a generated method that we use. Structural, because several versions of proto-loader may be installed. */
interface Method<Request, Response, RequestOut, ResponseOut> {
  readonly requestSerialize: (value: Request) => Buffer;
  readonly responseSerialize: (value: Response) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => RequestOut;
  readonly responseDeserialize: (bytes: Buffer) => ResponseOut;
}

/** The method names of a generated definition. */
export type MethodName<D> = Extract<keyof KnownMethods<D>, string>;

/** A definition whose methods `M` return a stream. The generated types do not show it. */
export type Streaming<D, M extends MethodName<D>> = {
  [K in keyof D]: K extends M ? D[K] & { readonly responseStream: true } : D[K];
};

/** One message, or a stream of messages. The server pulls the next message when the previous one was sent. */
type Reply<Definition, Item> = Definition extends { readonly responseStream: true }
  ? AsyncIterable<Item>
  : Promise<Item>;

/** One function per method: takes the generated request, returns the generated response, throws AppError for an expected failure. */
export type Handlers<D> = {
  readonly [M in keyof KnownMethods<D>]: KnownMethods<D>[M] extends Method<
    infer _Request,
    infer Response,
    infer RequestOut,
    infer _ResponseOut
  >
    ? (request: RequestOut, call: CallContext) => Reply<KnownMethods<D>[M], Response>
    : never;
};

/** The parts of an AbortSignal that a call uses. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options: { readonly once: true }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface CallOptions {
  readonly workspaceId?: number | undefined;
  readonly requestId?: string;
  /** Identifies the logical call across repeats by the caller's own caller. Default: a new id for each call. */
  readonly operationId?: string;
  /** Milliseconds until the call fails with `deadline`. Default 10 000. */
  readonly deadlineMs?: number;
  readonly signal?: AbortSignalLike | undefined;
  /** Called with the cost of the call before it resolves. Not called when the cost is 0. */
  readonly onCost?: (cost: number) => void;
  /** Called with the work of the service's database before the call resolves, if the service reports it. */
  readonly onDatabaseWork?: (work: DatabaseWork) => void;
}

/**
 * One function per method: resolves to the generated response, rejects with an AppError. A stream rejects while it is read;
 * leaving the loop cancels the call.
 */
export type Client<D> = {
  readonly [M in keyof KnownMethods<D>]: KnownMethods<D>[M] extends Method<
    infer Request,
    infer _Response,
    infer _RequestOut,
    infer ResponseOut
  >
    ? (request: Request, options?: CallOptions) => Reply<KnownMethods<D>[M], ResponseOut>
    : never;
};

/** Metadata keys of our calls. */
export const METADATA = {
  workspaceId: 'workspace-id',
  requestId: 'request-id',
  operationId: 'operation-id',
  /** W3C Trace Context. */
  traceparent: 'traceparent',
  /** See trust.ts. */
  serviceToken: 'service-token',
  errorKind: 'error-kind',
  errorCode: 'error-code',
  /** JSON of the field errors. Binary metadata, because messages may contain any character. */
  errorFields: 'error-fields-bin',
  retryAfter: 'retry-after',
  /** Defined by gRPC (proposal A6): with a negative value, the client does not retry. */
  retryPushback: 'grpc-retry-pushback-ms',
  cost: 'cost',
  /** See database-work.ts. */
  databaseWork: 'database-work',
} as const;

/** Largest request or response, in bytes: a bulk call of 4 MiB JSON with room to spare. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;
