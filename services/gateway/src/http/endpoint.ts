import type { Logger } from '@headwater/kit/log';
import type { Db } from '@headwater/kit/pg/pool';
import type { CallOptions } from '@headwater/kit/rpc/types';
import type { ErrorCode } from '@headwater/protos/error-codes';
import type { z } from 'zod';
import type { Dependencies } from '../dependencies';
import type { Budget } from '../domain/budget';
import type { QueryFilter } from '../domain/parse-query';
import type { Principal, Scope } from '../domain/principal';
import type { SignatureHeaders } from '../domain/providers/signature';

/** Max body of requests without a credential: sign-ins and shared pages. */
export const ANONYMOUS_BODY_BYTES = 4_096;

/** A body authenticated by its signature. Must not be logged. */
export interface SignedBody {
  readonly bytes: Buffer;
  readonly headers: SignatureHeaders;
}

/** The response to a read that is part of another request. */
export interface PartialRead {
  readonly status: number;
  /** Of the header `Retry-After`, in seconds. */
  readonly retryAfter: number | undefined;
  /** The body. */
  readonly json: string;
}

/** An authenticated and validated request. */
export interface EndpointRequest<P, Q, B> {
  /** The caller; `NOBODY` for open endpoints. */
  readonly principal: Principal;
  readonly params: P;
  readonly query: Q;
  readonly filters: readonly QueryFilter[];
  readonly body: B;
  /** Entity tags of `If-Match`, for endpoints with `conditional`. Empty: unconditional. */
  readonly ifMatch?: readonly string[];
  /** The body of endpoints with `file`. */
  readonly file?: AsyncIterable<Buffer>;
  /** The body of endpoints with `signatureHeaders`. */
  readonly signed?: SignedBody;
  readonly userAgent: string | undefined;
  /** Returns the content type that the client prefers; false if it accepts none of them. */
  readonly accepts: (types: string[]) => string | false;
  /** Sends a GET of the API as the same caller. */
  readonly readApi: (path: string) => Promise<PartialRead>;
  /**
   * Options of every gRPC call: workspace, request id, deadline, a signal that aborts when the client disconnects, and the operation id
   * of an Idempotency-Key. A request calls each method with effects at most once, unless it can be repeated.
   */
  readonly call: CallOptions;
  /** A repeat whose first run has answered: the run must have no effect. Only with `answersFacts`. */
  readonly isAnswered: boolean;
  /** Counts items of the request's file in the rate limit. `itemsOf` counts those of a body. */
  readonly countItems: (items: number) => void;
  /**
   * Checks the caller's credential again: a revocation also ends requests that run for long.
   *
   * @throws AppError of the kind `unauthenticated`
   */
  readonly checkCredential: () => Promise<void>;
  /** The request's logger, created on first use. */
  readonly log: () => Logger;
  /**
   * Runs an effect in this schema in a transaction that also stores its result: a repeat under the same Idempotency-Key returns this
   * result. At most once per request. The result must survive JSON. `work` must not call services.
   */
  readonly once: <T extends object | number | boolean>(work: (client: Db) => Promise<T>) => Promise<T>;
}

/** A file as the body of a request. */
export interface FileBody {
  readonly contentType: string;
  readonly maxBytes: number;
  readonly description: string;
}

/** Rows of a CSV file as the body, instead of JSON. */
export interface CsvBody {
  readonly description: string;
  /** Lines of an example. */
  readonly example: readonly string[];
  readonly maxRows: number;
  /** Returns the JSON body with the same rows. @param rows cells by the name of their column, without empty cells */
  bodyOf(rows: readonly Readonly<Record<string, string>>[]): object;
}

/** A documented response. */
export interface DocumentedResponse {
  readonly description: string;
  readonly schema: z.ZodType;
  /** Content types of a `Download` or a `TextStream`. Default: JSON. */
  readonly contentTypes?: readonly string[];
  /** Content types of a `Download` or a `TextStream` that the caller may choose instead of JSON. */
  readonly fileTypes?: readonly string[];
}

export interface Reply {
  /** A status listed in the endpoint's `responses`. */
  readonly status: number;
  /** Sent as JSON, except a `Download` or a `TextStream`. A Buffer contains JSON already. */
  readonly body: object;
  /** Headers in addition to those of every response. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A documented call, beside the path. Ids in the path are shown as `$SITE_ID`, `$GOAL_ID` and so on. */
export interface Example {
  /** Values of path parameters that are not ids. */
  readonly path?: Readonly<Record<string, string>>;
  /** Not percent-encoded. */
  readonly query?: string;
  readonly body?: object;
  /** As typed between the double quotes of a shell. */
  readonly headers?: readonly string[];
  /** Lines of a file. */
  readonly file?: readonly string[];
}

/** One endpoint. Its schemas validate requests and generate the OpenAPI document. */
export interface Endpoint<P = unknown, Q = unknown, B = unknown> {
  readonly operationId: string;
  /** A task of at most 8 words: `Create a webhook`. */
  readonly summary: string;
  /** Details, in Markdown. */
  readonly description?: string;
  readonly tag: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** In OpenAPI's notation: `/api/v1/sites/{id}`. */
  readonly path: string;
  /** Default: a call with the path only. */
  readonly example?: Example;
  /** Required scope; `any`: every token. Default: `stats:read` for GET, `sites:write` for other methods. */
  readonly scope?: Scope | 'any';
  /** True if it limits its answer to the token's sites. Otherwise tokens with a list of sites can only call paths of a site. */
  readonly narrowsToSites?: boolean;
  /** True if it reads or erases data of all sites: tokens with a list of sites can't call it. */
  readonly allSites?: boolean;
  /** True if it needs no token. */
  readonly open?: boolean;
  /** True if only dashboard pages may call it, with a session unless `open`. Not part of the API. */
  readonly ownPages?: boolean;
  readonly params?: z.ZodObject & z.ZodType<P>;
  readonly query?: z.ZodObject & z.ZodType<Q>;
  /** Allows `filter[key]` in the query. Lists the documented keys; the service behind the endpoint checks them. */
  readonly filters?: readonly string[];
  readonly body?: z.ZodType<B>;
  /** Accepts the body also as CSV. */
  readonly csv?: CsvBody;
  /** Replaces `body`: a file, passed on as a stream. Processing must be idempotent. */
  readonly file?: FileBody;
  /** Replaces `body`: the names of the headers that sign the raw body. */
  readonly signatureHeaders?: readonly string[];
  /**
   * Checks the signature's form and the receiver before the body is read, so that anonymous bodies use no memory.
   *
   * @throws AppError
   */
  checkSigned?(
    request: { readonly params: P; readonly headers: SignatureHeaders },
    dependencies: Dependencies,
  ): Promise<void>;
  /** Documented instead of `body`, if rows are validated one by one. */
  readonly documentedBody?: z.ZodType;
  /** Whether the body may be omitted. */
  readonly bodyOptional?: boolean;
  /** Whether the answer contains a secret. A repeat under its Idempotency-Key then needs the same credential. */
  readonly answersSecret?: boolean;
  /**
   * True if the answer has facts about an account. An erasure can't find the stored ones, which are sealed with the key of the client.
   * After an erasure in the workspace, a repeat under an earlier Idempotency-Key runs again, without a second effect in the service.
   */
  readonly answersFacts?: true;
  /** Whether a session needs a recent sign-in although the answer contains no secret. */
  readonly setsSecret?: boolean;
  /** The rate limit that counts it. Default: that of its method and scope. */
  readonly budget?: Budget;
  /** Default 1 MiB. */
  readonly maxBodyBytes?: number;
  /** The number of items in a body. The rate limit counts a request with many items like several requests. */
  itemsOf?(body: B): number;
  /** True if the rate limit also counts the time of the request: its work grows with the accounts and payments of the workspace. */
  readonly chargesTime?: true;
  readonly responses: Readonly<Record<number, DocumentedResponse>>;
  /** Whether it supports `If-Match`. */
  readonly conditional?: boolean;
  /** True for a read with a body. It ignores an Idempotency-Key, so that no answer is stored: an erasure couldn't find it. */
  readonly readOnly?: true;
  /** Whether a request is a dry run, which needs no audit entry. */
  changesNothing?(request: { readonly query: Q }): boolean;
  /** The action of the audit entry, if a request does something that its `operationId` doesn't say. */
  auditedAs?(request: { readonly body: B }): string | undefined;
  /** True if it is audited although it changes neither sites nor tokens. `sampled`: once a minute per caller, for frequent reads. */
  readonly audited?: true | 'sampled';
  /** Error codes in addition to those of every endpoint. */
  readonly failures: readonly ErrorCode[];
  run(request: EndpointRequest<P, Q, B>, dependencies: Dependencies): Promise<Reply>;
}

/** Whether it uses an Idempotency-Key: changes by authenticated callers. */
export function takesKey({ method, open, readOnly }: Endpoint): boolean {
  return method !== 'get' && !open && !readOnly;
}

/** Infers the types of an endpoint's parameters from its schemas. */
export function defineEndpoint<P, Q, B>(endpoint: Endpoint<P, Q, B>): Endpoint<P, Q, B> {
  return endpoint;
}
