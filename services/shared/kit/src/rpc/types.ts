import type { Logger } from '../log';

/** What a handler knows of a call beside its request. */
export interface CallContext {
  /** The caller's workspace. @throws AppError `invalid` when the call carries none. */
  workspaceId(): number;
  readonly requestId: string;
  /** Aborted when the caller goes away or the deadline passes. */
  readonly signal: AbortSignal;
  /** True once the signal is aborted; costs nothing to ask for, where nobody needs to be told. */
  readonly gone: boolean;
  readonly log: Logger;
  /** Adds to what the answer costs; the caller hears of the sum with an answer of one message. */
  charge(cost: number): void;
}

/** The methods that a generated definition names; its index signature would let any name through, typed `any`. */
type KnownMethods<D> = {
  [M in keyof D as M extends string ? (string extends M ? never : M) : never]: D[M];
};

/**
 * What we read of a generated method. Structural on purpose: more than one version of proto-loader may be installed, and
 * their own method types do not match each other.
 */
interface Method<Request, Response, RequestOut, ResponseOut> {
  readonly requestSerialize: (value: Request) => Buffer;
  readonly responseSerialize: (value: Response) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => RequestOut;
  readonly responseDeserialize: (bytes: Buffer) => ResponseOut;
}

/** The method names of a generated definition. */
export type MethodName<D> = Extract<keyof KnownMethods<D>, string>;

/** A definition whose methods `M` answer with a stream: the generated types tell nothing of it. */
export type Streaming<D, M extends MethodName<D>> = {
  [K in keyof D]: K extends M ? D[K] & { readonly responseStream: true } : D[K];
};

/** One message, or a stream of them. The items are pulled: whoever makes them waits until the last one was sent. */
type Answer<Definition, Item> = Definition extends { readonly responseStream: true }
  ? AsyncIterable<Item>
  : Promise<Item>;

/** One function a method: generated request in, generated response out, AppError for an expected failure. */
export type Handlers<D> = {
  readonly [M in keyof KnownMethods<D>]: KnownMethods<D>[M] extends Method<
    infer _Request,
    infer Response,
    infer RequestOut,
    infer _ResponseOut
  >
    ? (request: RequestOut, call: CallContext) => Answer<KnownMethods<D>[M], Response>
    : never;
};

/** What a call needs of an AbortSignal. */
export interface EndSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options: { readonly once: true }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface CallOptions {
  readonly workspaceId?: number | undefined;
  readonly requestId?: string;
  /** Milliseconds until the call fails with `deadline`. Default 10 000. */
  readonly deadlineMs?: number;
  readonly signal?: EndSignal | undefined;
  /** Told what the answer cost, before it is given; not told of one that cost nothing. */
  readonly onCost?: (cost: number) => void;
}

/**
 * One function a method: resolves to the generated response, rejects with an AppError. A stream fails as it is read; who
 * stops reading ends the call.
 */
export type Client<D> = {
  readonly [M in keyof KnownMethods<D>]: KnownMethods<D>[M] extends Method<
    infer Request,
    infer _Response,
    infer _RequestOut,
    infer ResponseOut
  >
    ? (request: Request, options?: CallOptions) => Answer<KnownMethods<D>[M], ResponseOut>
    : never;
};

/** Metadata keys that our calls carry. */
export const METADATA = {
  workspaceId: 'workspace-id',
  requestId: 'request-id',
  /** W3C Trace Context. */
  traceparent: 'traceparent',
  /** See trust.ts. */
  serviceToken: 'service-token',
  errorKind: 'error-kind',
  errorCode: 'error-code',
  /** JSON of the field errors; binary, because messages may hold any character. */
  errorFields: 'error-fields-bin',
  retryAfter: 'retry-after',
  /** gRPC's own (A6): a negative number forbids its client to repeat the call. */
  retryPushback: 'grpc-retry-pushback-ms',
  cost: 'cost',
} as const;

/** Largest request or response, in bytes: a bulk call of 4 MiB JSON with room to spare. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;
