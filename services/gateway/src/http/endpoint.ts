import type { Logger } from '@headwater/kit/log';
import type { CallOptions, Client } from '@headwater/kit/rpc/types';
import type { ErrorCode } from '@headwater/protos/error-codes';
import type {
  AnalyticsDefinition,
  CollectorDefinition,
  IdentityDefinition,
  SitesDefinition,
} from '@headwater/protos/services';
import type { z } from 'zod';
import type { Clock } from '@headwater/kit/clock';
import type { QueryFilter } from '../domain/parse-query';
import type { Principal, Scope } from '../domain/principal';
import type { AuditLog } from '../store/audit-log';
import type { DashboardSessions } from '../store/dashboard-sessions';
import type { ShareLinks } from '../store/share-links';
import type { StripeSecrets } from '../store/stripe-secrets';
import type { TokenStore } from '../store/token-store';
import type { LimitWebhooks } from './limit-webhooks';
import type { SharePasswords } from './share-passwords';

/** What an endpoint may ask: the services behind the gateway and a few facts of this process. */
export interface EndpointDeps {
  readonly sites: Client<SitesDefinition>;
  readonly identity: Client<IdentityDefinition>;
  readonly analytics: Client<AnalyticsDefinition>;
  readonly collector: Client<CollectorDefinition>;
  readonly tokens: TokenStore;
  readonly audit: AuditLog;
  readonly stripeSecrets: StripeSecrets;
  readonly limitWebhooks: LimitWebhooks;
  readonly dashboardSessions: DashboardSessions;
  readonly shareLinks: ShareLinks;
  readonly workspaceNameOf: (workspaceId: number) => Promise<string>;
  readonly passwords: SharePasswords;
  /** Counts the opening of a share link among what is asked with its keys. @throws AppError `rate_limited`. */
  readonly countOpening: (linkId: number) => Promise<void>;
  /** Where browsers reach this gateway, without a slash at its end. */
  readonly publicUrl: () => string;
  readonly clock: Clock;
  /** The secret that a workspace's visitors have their pseudonyms under. */
  readonly visitorKeyOf: (workspaceId: number) => Promise<Buffer>;
  /** How long an export may take, in milliseconds, at its reader's pace. */
  readonly exportDeadlineMs: number;
  /** URL of the browser script, as the snippet names it. */
  readonly scriptUrl: string;
  /** Names of what can't serve now, of `postgres` and the services; empty when all can. */
  readonly notReady: () => Promise<readonly string[]>;
  readonly openApiDocument: () => object;
}

/** A body that is trusted for its signature. Nothing of it may be logged. */
export interface SignedBody {
  readonly bytes: Buffer;
  readonly signature: string | undefined;
}

/** One request, authenticated and checked. */
export interface EndpointRequest<P, Q, B> {
  /** Whoever asks; `NOBODY` where no token is needed. */
  readonly principal: Principal;
  readonly params: P;
  readonly query: Q;
  readonly filters: readonly QueryFilter[];
  readonly body: B;
  /** Where the endpoint is `conditional`: the entity tags that the caller believes in; empty: whatever there is. */
  readonly ifMatch?: readonly string[];
  /** Where the endpoint takes a file. */
  readonly file?: AsyncIterable<Buffer>;
  /** Where the endpoint has a `signatureHeader`: the body as it came, and that header. */
  readonly signed?: SignedBody;
  /** To be passed to every gRPC call: workspace, request id, deadline, and an end when the client goes away. */
  readonly call: CallOptions;
  /** The request's own; made when it is first asked for. */
  readonly log: () => Logger;
}

/** A body that is a file. */
export interface FileBody {
  readonly contentType: string;
  readonly maxBytes: number;
  readonly description: string;
}

/** An answer as it is documented. */
export interface DocumentedResponse {
  readonly description: string;
  readonly schema: z.ZodType;
  /** Of a `Download`; else it is JSON. */
  readonly contentTypes?: readonly string[];
}

export interface Reply {
  /** One of the endpoint's `responses`. */
  readonly status: number;
  /** Sent as JSON, but for a `Download`. */
  readonly body: object;
  /** Beside those of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** One endpoint: what it takes, checked and documented by the same schemas, and what it does. */
export interface Endpoint<P = unknown, Q = unknown, B = unknown> {
  readonly operationId: string;
  readonly summary: string;
  readonly tag: string;
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** As OpenAPI writes it: `/api/v1/sites/{id}`. */
  readonly path: string;
  /** What the token must be allowed; `any`: nothing. Left out: `stats:read` of a GET, `sites:write` of all else. */
  readonly scope?: Scope | 'any';
  /** True when it narrows its answer to the token's sites by itself; else a path below no site is refused to such tokens. */
  readonly narrowsToSites?: boolean;
  /** True when it needs no token. */
  readonly open?: boolean;
  /** True when only pages of the dashboard may ask it, by their session unless it is `open`: it is no part of the API. */
  readonly ownPages?: boolean;
  /** True when the key of a share link may ask it, for its site. */
  readonly shared?: boolean;
  readonly params?: z.ZodObject & z.ZodType<P>;
  readonly query?: z.ZodObject & z.ZodType<Q>;
  /** Present when the query may hold `filter[key]`: `true` with the keys of events, else with these. */
  readonly filters?: true | readonly string[];
  readonly body?: z.ZodType<B>;
  /** A file that is the body, handed on as it arrives; in place of `body`. It has to be harmless to send it again. */
  readonly file?: FileBody;
  /** The header that signs the body, which is then handed on as it came; in place of `body`. */
  readonly signatureHeader?: string;
  /** Documented in place of `body` where rows are checked one by one. */
  readonly documentedBody?: z.ZodType;
  /** Whether the body may be left out. */
  readonly bodyOptional?: boolean;
  /** Whether the answer holds a secret, which a repeat under an Idempotency-Key shows to the same token only. */
  readonly answersSecret?: boolean;
  /** Default 1 MiB. */
  readonly maxBodyBytes?: number;
  readonly responses: Readonly<Record<number, DocumentedResponse>>;
  /** Whether it takes If-Match. */
  readonly conditional?: boolean;
  /** Whether a request only looks at what would become of it, and needs no entry in the audit log. */
  changesNothing?(request: { readonly query: Q }): boolean;
  /** True when it stands in the audit log though it changes neither a site nor a token. */
  readonly audited?: boolean;
  /** Error codes beyond those of every endpoint. */
  readonly failures: readonly ErrorCode[];
  run(request: EndpointRequest<P, Q, B>, deps: EndpointDeps): Promise<Reply>;
}

/** Infers what an endpoint takes from its schemas. */
export function defineEndpoint<P, Q, B>(endpoint: Endpoint<P, Q, B>): Endpoint<P, Q, B> {
  return endpoint;
}
