import type { ErrorCode } from '@headwater/protos/error-codes';
import {
  BATCH_LIMITS,
  MAX_BATCH_READS,
  MAX_LIVE_STREAMS,
  EVENT_LIMITS,
  FUNNEL_LIMITS,
  IDEMPOTENCY_LIMITS,
  LEDGER_LIMITS,
  PAYMENT_LIMITS,
  QUERY_LIMITS,
  SITE_LIMITS,
  TEXT_LIMITS,
  TRAIT_LIMITS,
  WEBHOOK_LIMITS,
  WORKSPACE_LIMITS,
} from '@headwater/protos/limits';
import { COST_OF_TOO_HEAVY, ITEMS_PER_POINT, MS_PER_POINT } from './budget';
import { VISITOR_ID_RULE } from '@headwater/protos/visitor-id';

/** The meaning of each error code and what to do, for the reference. Codes without a text show their HTTP title. */
export const ERROR_MEANINGS: Readonly<Partial<Record<ErrorCode, string>>> = {
  missing_token: 'The request has no `Authorization: Bearer` header. Send the token.',
  invalid_token: 'The token is malformed, unknown, expired or revoked. Check it or create a new one.',
  session_ended: 'The dashboard session, sign-in link or shared page has expired. Open a new link.',
  insufficient_scope: 'The token lacks a scope. `WWW-Authenticate` names the required scope.',
  sign_in_required:
    'Creating and showing secrets needs a recent sign-in. Sign in to the dashboard with a new link, or use an API token.',
  invalid_site_key: 'The site key is unknown: the site is deleted, or the snippet belongs to another site.',
  origin_not_allowed:
    'Web pages of other origins may not call `/mcp` or use a dashboard session. `/mcp` only accepts the host of PUBLIC_URL.',
  password_required: 'The shared page needs a password, and the request has none or a wrong one.',
  invalid_request: 'A value is missing or invalid. `errors` lists each field.',
  invalid_json: 'The body is missing or is not JSON in UTF-8.',
  invalid_signature:
    "The signature doesn't match the body, or its time is more than 5 minutes off. Check the endpoint's signing secret.",
  unknown_field: 'The body has an unknown field. Check its spelling.',
  unknown_parameter: 'The query has an unknown parameter. Check its spelling.',
  unknown_dimension: 'The dimension is unknown. `detail` lists the dimensions.',
  unknown_filter: 'The filter key or operator is unknown. `detail` lists them.',
  not_found: 'The path does not exist.',
  site_not_found: "The site does not exist, is deleted, or is not in the token's list of sites.",
  token_not_found: 'The workspace has no such token.',
  session_not_found: 'The workspace has no such dashboard session.',
  share_link_not_found: 'The share link does not exist, was revoked or has expired.',
  config_changed: 'The configuration changed since you read it. Fetch it and retry.',
  token_replaced: 'The token was already rotated. Use its successor.',
  goal_not_found: 'The site has no such goal.',
  funnel_not_found: 'The site has no such funnel.',
  annotation_not_found: 'The site has no such annotation.',
  saved_view_not_found: 'The workspace has no such saved view.',
  visitor_not_found: 'The site has no such visitor in the window.',
  webhook_not_found: 'The workspace has no such webhook.',
  erasure_not_found: 'The workspace has no such erasure.',
  account_not_found: 'The workspace has no such account.',
  payment_not_found: 'The workspace has no such payment.',
  method_not_allowed: 'The path does not support this method. `Allow` lists the supported methods.',
  domain_in_use: 'Another active site has this domain. Delete that site first.',
  payment_conflict:
    'The `payment_id` was recorded with different content. Record a correction as a new payment.',
  payload_too_large: 'The body is too large. Send less data per request.',
  uri_too_long: 'The URL is too long. Shorten it.',
  headers_too_large: 'The URL and the headers are too long. Shorten them.',
  request_timeout: 'The request did not arrive in time. Retry.',
  unsupported_media_type: 'Send `Content-Type: application/json`, in UTF-8 and without Content-Encoding.',
  idempotency_key_in_use: 'The first request with this Idempotency-Key is still running. Retry in 1 s.',
  idempotency_key_reused:
    'The Idempotency-Key was used for a different request, or with a token with other scopes or sites. Send a different request under a new ' +
    'key. A new key repeats the effect of an equal request.',
  query_too_heavy: 'The query reads too much data. Shorten the window or add filters.',
  rate_limited: 'Too many requests. Retry after `Retry-After` seconds.',
  workspace_busy:
    'Other calls of your workspace use all database connections that it may use in a process. Retry after `Retry-After` seconds, with ' +
    'fewer concurrent requests.',
  upstream_unavailable:
    'A backend is unavailable. Retry after `Retry-After` seconds. If `detail` names a missing setting, an operator must set it.',
  deadline_exceeded: 'The request exceeded its deadline. Retry, or request less data.',
  cancelled: 'The client disconnected before the response.',
  internal_error: 'An unexpected error occurred. Retry; if it persists, report the `requestId`.',
};

const thousands = (value: number): string => value.toLocaleString('en-US');

/** The limits of the API, for the reference. */
export const LIMITS: readonly (readonly [subject: string, value: string])[] = [
  [
    'Requests of a token',
    'points per second with a burst; every answer reports them in `RateLimit-Policy` and `RateLimit`',
  ],
  [
    'Points of a request',
    `1. Events of your server and bulk calls: 1 per ${ITEMS_PER_POINT.write} items, at least 1. Imports: 1 per ${thousands(ITEMS_PER_POINT.import)} rows. ` +
      'An invalid body: 1 more per 16 KiB. Queries of events: 1 more per million rows that they read. `/customers`, `/accounts`, `/cohorts`, ' +
      `\`/revenue\` and \`/companies\`: 1 more per ${MS_PER_POINT} ms. At most ${COST_OF_TOO_HEAVY} more for a query; queries that read too much take ${COST_OF_TOO_HEAVY}`,
  ],
  [
    'Events of payment providers',
    'a rate per workspace; 20 with a bad signature per minute, address and path; 60 unknown paths per minute and address',
  ],
  [
    'Concurrent requests',
    '200 per endpoint on each gateway, of these 150 of one workspace (imports: 20); further ones get 503 with `Retry-After`, without an effect',
  ],
  ['Body', '1 MiB; 4 MiB for `POST /api/v1/identify/bulk`; 32 levels deep; no NUL character'],
  ['URL', '8,192 characters, and 16 KiB together with the headers'],
  [
    '`POST /api/v1/sites/{id}/events`',
    `1 to ${thousands(BATCH_LIMITS.events)} events, max ${EVENT_LIMITS.maxAgeDays} days old`,
  ],
  [
    'Event',
    `name of ${EVENT_LIMITS.maxNameLength} characters, ${EVENT_LIMITS.maxProps} properties, ` +
      `keys of ${EVENT_LIMITS.maxPropKeyLength} and values of ${EVENT_LIMITS.maxPropValueLength} characters, ` +
      `addresses of ${thousands(EVENT_LIMITS.maxUrlLength)} characters`,
  ],
  ['Visitor and session ids', VISITOR_ID_RULE],
  ['`user_id`, `plan`, `company`, `payment_id`', `${TEXT_LIMITS.maxLength} characters`],
  [
    'Time of a payment',
    `from ${PAYMENT_LIMITS.firstYear} to ${PAYMENT_LIMITS.maxLeadHours} hours in the future`,
  ],
  [
    '`POST /api/v1/identify/bulk`, `/payments/bulk`, `/costs/bulk`, `/attribution/lookup/bulk`',
    `${thousands(BATCH_LIMITS.rows)} rows`,
  ],
  [
    '`POST /api/v1/sites/{id}/import`',
    '1 GiB per file, at any rate, max 120 s without data; rows max five years old',
  ],
  ['`GET /api/v1/sites/{id}/live`', `${MAX_LIVE_STREAMS} streams of a workspace on each gateway`],
  ['`POST /api/v1/batch`', `${MAX_BATCH_READS} requests; answers of 1 MiB`],
  [
    'Traits of an account',
    `${TRAIT_LIMITS.maxTraits}, and ${TRAIT_LIMITS.maxBytes / 1_024} KiB in total; keys of ${TRAIT_LIMITS.maxKeyLength} characters; ${TRAIT_LIMITS.maxDepth} levels deep`,
  ],
  [
    'Window of a query',
    `${QUERY_LIMITS.maxDays} days; ${QUERY_LIMITS.maxHourlyDays} days with \`grain=hour\`, ${QUERY_LIMITS.maxRetentionDays} days of retention with \`cohort=day\``,
  ],
  [
    'Breakdown',
    `1 to ${QUERY_LIMITS.maxRows} rows, default ${QUERY_LIMITS.defaultRows}; \`dimensions\` lists up to ${QUERY_LIMITS.maxDimensions}`,
  ],
  ['Filters of a query', `${QUERY_LIMITS.maxFilters}`],
  [
    '`GET /api/v1/cohorts`',
    `${LEDGER_LIMITS.maxCohortValues.toLocaleString('en')} values: keys times the periods of all cohorts`,
  ],
  [
    'Goals and funnels of a site',
    `${SITE_LIMITS.maxDefinitions} each; a funnel has ${FUNNEL_LIMITS.minSteps} to ${FUNNEL_LIMITS.maxSteps} steps`,
  ],
  [
    'Webhooks of a workspace',
    `${WEBHOOK_LIMITS.maxWebhooks}; up to 11 attempts per event in 3 days, until your endpoint returns 2xx within 10 seconds`,
  ],
  ['Webhook events', `stored for ${WEBHOOK_LIMITS.retentionDays} days`],
  [
    'Workspace',
    `${thousands(WORKSPACE_LIMITS.maxSites)} sites, ${WORKSPACE_LIMITS.maxSandboxes} sandboxes, ${thousands(WORKSPACE_LIMITS.maxTokens)} active tokens; deleted sites count until they are purged`,
  ],
  ['Tags of a site', `${SITE_LIMITS.maxTags} of ${SITE_LIMITS.maxTagLength} characters`],
  [
    'Annotations of a site',
    `${SITE_LIMITS.maxAnnotations} of ${SITE_LIMITS.maxAnnotationLength} characters on one line`,
  ],
  [
    'Saved views of a workspace',
    `${WORKSPACE_LIMITS.maxSavedViews}, with a name of ${WORKSPACE_LIMITS.maxSavedViewNameLength} characters on one line`,
  ],
  [
    'Idempotency-Key',
    `255 characters; stored for ${IDEMPOTENCY_LIMITS.repeatHours} hours. A repeat needs a token with the same scopes and sites, otherwise it gets 422; ` +
      `a new key repeats the effect. A workspace stores ${thousands(IDEMPOTENCY_LIMITS.maxKeys)} keys and ` +
      `${IDEMPOTENCY_LIMITS.maxAnswersMib} MiB of answers; the oldest are deleted first. An answer over ${IDEMPOTENCY_LIMITS.maxAnswerKib} KiB, compressed, ` +
      `is replayed with the first ${IDEMPOTENCY_LIMITS.shortenedItems} items of each list and \`Idempotent-Replayed: shortened\`. ` +
      'After an erasure in the workspace, a repeat of an earlier `POST /identify` or `/payments` has no effect and gets the account as it is',
  ],
  ['Deleted site', `can be restored for ${SITE_LIMITS.restoreDays} days, then it is purged`],
  [
    '`retentionDays` of a site',
    `${SITE_LIMITS.minRetentionDays} to ${thousands(SITE_LIMITS.maxRetentionDays)}, or null for all days; a shorter one applies after ${SITE_LIMITS.retentionGraceDays} days`,
  ],
  [
    'Sign-in link of the dashboard',
    'one sign-in within 10 minutes; the session lasts 30 days, or until it is idle for 12 hours',
  ],
  ['Share links of a site', '100; 60 password attempts per minute and link'],
  ['Revoked token, session or share link', 'stops working everywhere within 5 seconds'],
];
