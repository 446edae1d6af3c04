import type { ErrorCode } from '@headwater/protos/error-codes';

/** What each error code means and what to do about it, for the reference. */
export const ERROR_MEANINGS: Readonly<Partial<Record<ErrorCode, string>>> = {
  missing_token: 'There is no `Authorization: Bearer` header. Send the token.',
  invalid_token: 'The token is malformed, unknown, expired or revoked. Check it or make a new one.',
  session_ended:
    'The dashboard session, its sign-in link or the key of a shared page has ended. Open a new link.',
  insufficient_scope: 'The token may not do this. `WWW-Authenticate` names the scope that would do.',
  invalid_site_key:
    "The collector does not know the site's key: the site is deleted, or the snippet is another's.",
  origin_not_allowed:
    'A web page of another origin may not call `/mcp` nor use a dashboard session, nor may a host name that is not ours lead to `/mcp`.',
  password_required: 'The shared page asks for a password, and this is not it.',
  invalid_request: 'A value is missing or wrong. `errors` names each field.',
  invalid_json: 'The body is missing or no JSON in UTF-8.',
  invalid_signature:
    "The body does not fit its signature, or the signature is too old. Check the endpoint's secret.",
  unknown_field: 'The body has a field that is not known. Check its spelling.',
  unknown_parameter: 'The query has a parameter that is not known. Check its spelling.',
  unknown_dimension: 'There is no such dimension. The message lists them.',
  unknown_filter: 'There is no such filter key or operator. The message lists them.',
  not_found: 'There is nothing at this path.',
  site_not_found: "The workspace has no such site, or it is in the bin, or beyond the token's list of sites.",
  token_not_found: 'The workspace has no such token.',
  share_link_not_found: 'There is no such share link, or it was revoked.',
  config_changed: 'The document is another than If-Match has it. Read it again.',
  token_replaced: 'The token was rotated already. Use the one that took its place.',
  goal_not_found: 'The site has no such goal.',
  funnel_not_found: 'The site has no such funnel.',
  visitor_not_found: 'The site has no such visitor in the window.',
  webhook_not_found: 'The workspace has no such webhook.',
  method_not_allowed: '`Allow` lists the methods that the path answers.',
  domain_in_use: 'Another active site has the domain. Delete it first.',
  payment_conflict: 'The `payment_id` was recorded with other content. A correction is a new payment.',
  payload_too_large: 'Send less at a time.',
  uri_too_long: 'Shorten the URL.',
  headers_too_large: 'Shorten the URL and the headers.',
  request_timeout: 'The request did not arrive in time. Send it again.',
  unsupported_media_type: 'Send `Content-Type: application/json`, in UTF-8 and without Content-Encoding.',
  idempotency_key_in_use:
    'The first request under this Idempotency-Key still runs. Try again shortly for its answer.',
  idempotency_key_reused: 'The Idempotency-Key was used for another request. Send a new one under a new key.',
  query_too_heavy: 'The question reads too much. Narrow the window or the filters.',
  rate_limited: 'Wait for `Retry-After` seconds.',
  upstream_unavailable: 'A part of the service is away. Try again after `Retry-After` seconds.',
  deadline_exceeded: 'A part of the service took too long. Try again, or ask for less.',
  cancelled: 'The client went away before the answer.',
  internal_error: 'A fault of ours. Try again; if it persists, report the `requestId`.',
};
