/** The limits of the API, for the reference: what is limited, and to what. */
export const LIMITS: readonly (readonly [what: string, value: string])[] = [
  [
    'Requests of a token',
    'a budget a second with a burst, told in `RateLimit-Policy` and `RateLimit` of every answer',
  ],
  ['Body', '1 MiB; 4 MiB for `POST /api/v1/identify/bulk`; 32 levels deep; no NUL character'],
  ['URL', '8,192 characters, and 16 KiB together with the headers'],
  ['`POST /api/v1/sites/{id}/events`', '1 to 1,000 events, up to 30 days old'],
  ['Event', 'name of 120 characters, 30 properties, keys of 64 and values of 500 characters'],
  ['`POST /api/v1/identify/bulk`, `POST /api/v1/payments/bulk`', '1,000 rows'],
  ['`POST /api/v1/sites/{id}/import`', '1 GiB a file; rows up to five years old'],
  ['Traits of an account', '50, and 8 KiB together'],
  ['Window of a question', '731 days; 31 days with `grain=hour`'],
  ['Breakdown', '1 to 500 rows, 100 by default'],
  ['Filters of a question', '20'],
  ['Goals and funnels of a site', '100 each; a funnel has 2 to 8 steps'],
  [
    'Webhooks of a workspace',
    '20; each notice is sent up to 11 times in 3 days until it is answered 2xx within 10 seconds',
  ],
  ['Notices', 'kept for 30 days'],
  ['Tags of a site', '50 of 64 characters'],
  ['Idempotency-Key', '255 characters; remembered for 24 hours'],
  ['Deleted site', 'can be restored for 30 days, then it is purged'],
  ['Sign-in link of the dashboard', 'one sign-in within 10 minutes, for a session of 30 days'],
  ['Share links of a site', '100; 60 tries of a password a minute each'],
  ['Revoked token, session or share link', 'ends everywhere within 5 seconds'],
];
