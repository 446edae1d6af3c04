/** What a documented call sends, beside the path: its ids stand there as `$SITE_ID`, `$GOAL_ID` and so on. */
export interface Example {
  /** Values of path parameters that are no ids. */
  readonly path?: Readonly<Record<string, string>>;
  /** As it is typed. */
  readonly query?: string;
  readonly body?: object;
  /** As they are typed between double quotes of a shell. */
  readonly headers?: readonly string[];
  /** Lines of a file. */
  readonly file?: readonly string[];
}

const signup = { name: 'Signup', type: 'event', event: 'signup' };
const order = { name: 'Order', type: 'page', path: '/thanks*' };
const stripeEvent = { id: 'evt_1', object: 'event', type: 'customer.created', data: { object: {} } };
const ada = { email: 'ada@example.com', user_id: 'u-1', plan: 'pro', company: 'acme', mrr: 49 };

/** An example of each endpoint by its `operationId`; the end-to-end tests run them all. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  listSites: { query: 'include=activity' },
  createSite: { body: { domain: 'example.com', timezone: 'Europe/Berlin', categories: ['saas'] } },
  getSite: {},
  updateSite: { body: { name: 'Example', tags: ['shop'] } },
  deleteSite: {},
  restoreSite: {},
  getPurge: {},
  detectSite: {},
  createSandbox: { body: { seed: 7, hours: 1 } },
  getConfig: {},
  putConfig: { query: 'dryRun=true', body: { tags: ['shop'], goals: [signup] } },
  getSiteStatus: {},
  listCategories: {},
  sendEvents: {
    body: {
      events: [
        { anonymous_id: 'visitor-1', name: 'pageview', url: 'https://example.com/pricing' },
        { anonymous_id: 'visitor-1', name: 'signup', props: { plan: 'pro' } },
      ],
    },
  },
  listEvents: { query: 'range=7d' },
  getEventAnalysis: {
    path: { name: 'signup' },
    query: 'range=7d&dimension=channel&filter[props.plan]=pro&filter[pathname][starts_with]=/pricing',
  },
  getStats: { query: 'range=30d&dimension=source&compare=previous_period' },
  getRealtime: { query: 'dimension=pathname' },
  getRetention: { query: 'range=84d' },
  getTrafficQuality: { query: 'range=7d' },
  getReceipt: { path: { eventId: '0199f7a0-0000-7000-8000-000000000001' } },
  exportEvents: { query: 'range=7d&type=events&format=ndjson' },
  importSite: {
    query: 'source=umami',
    file: [
      'session_id,visit_id,event_id,url_path,referrer_domain,event_type,event_name,created_at',
      's1,v1,e1,/pricing,www.google.com,1,,2026-03-01 10:00:00',
      's1,v1,e2,/pricing,,2,signup,2026-03-01 10:02:00',
    ],
  },
  getVisitor: { query: 'range=7d' },
  listGoals: {},
  createGoal: { body: signup },
  getGoal: { query: 'range=7d&dimension=channel' },
  deleteGoal: {},
  listFunnels: {},
  createFunnel: { body: { name: 'Purchase', steps: [signup, order], windowHours: 24 } },
  getFunnel: { query: 'range=7d' },
  deleteFunnel: {},
  explain: { body: { url: 'https://example.com/?utm_source=newsletter&utm_medium=email' } },
  identify: { body: { anonymous_id: 'visitor-1', ...ada } },
  identifyInBulk: { body: { users: [ada, { email: 'grace@example.com', traits: { seats: 3 } }] } },
  lookUpAttribution: { body: { email: 'ada@example.com' } },
  eraseAccount: { body: { email: 'grace@example.com' } },
  listCompanies: { query: 'limit=10' },
  recordPayment: {
    body: { payment_id: 'in-1', email: 'ada@example.com', amount: '49.00', currency: 'EUR', type: 'sale' },
  },
  recordPayments: {
    body: {
      payments: [{ payment_id: 'in-2', user_id: 'u-1', amount: '9.50', currency: 'EUR', type: 'refund' }],
    },
  },
  getRevenue: { query: 'range=30d&dimension=channel' },
  getStripe: {},
  setStripeSecret: { body: { signing_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' } },
  receiveStripeEvent: {
    headers: [
      `Stripe-Signature: t=$NOW,v1=$(printf '%s.%s' "$NOW" '${JSON.stringify(stripeEvent)}' | openssl dgst -sha256 -hmac "$STRIPE_SECRET" -r | cut -d ' ' -f 1)`,
    ],
    body: stripeEvent,
  },
  removeStripeSecret: {},
  createDashboardLink: {},
  createShareLink: { body: { name: 'for the agency' } },
  listShareLinks: {},
  deleteShareLink: {},
  createWebhook: {
    body: { url: 'https://hooks.example/headwater', events: ['site.installed', 'payment.attributed'] },
  },
  listWebhooks: {},
  getWebhook: {},
  updateWebhook: { body: { description: 'the warehouse', status: 'active' } },
  testWebhook: {},
  replayWebhook: { body: { since: '2026-11-01T00:00:00Z' } },
  rotateWebhookSecret: {},
  listDeliveries: { query: 'limit=10' },
  listNotices: { query: 'limit=10' },
  deleteWebhook: {},
  createToken: { body: { name: 'signup server', scopes: ['identify', 'events:write'] } },
  listTokens: {},
  rotateToken: { body: { overlapSeconds: 3600 } },
  revokeToken: {},
  listAudit: { query: 'limit=10' },
  getOpenApi: {},
  getHealth: {},
  getReadiness: {},
};
