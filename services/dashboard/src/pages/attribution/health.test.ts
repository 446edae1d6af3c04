import type { Schemas } from '@headwater/client/client';
import type { Facts } from './health';

/** The tasks with English as the browser language. */
async function tasksOf(facts: Facts) {
  Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'] }, configurable: true });
  return (await import('./health')).tasksOf(facts);
}

const AT = '2026-11-01T00:00:00.000Z';
const LATER = '2026-11-02T00:00:00.000Z';
const site = (installed: boolean, activity: object): Facts['sites'][number] =>
  ({
    ...{ id: 7, domain: 'example.com', installed },
    activity: { online: 0, lastEventAt: AT, goneQuiet: false, ...activity },
  }) as Facts['sites'][number];
const state = (fields: Partial<Schemas['PaymentIntegration']>): Schemas['PaymentIntegration'] => ({
  ...{
    provider: 'stripe',
    configured: true,
    since: AT,
    createdBy: null,
    webhookPath: '/',
    lastEvent: null,
    lastError: null,
    ignored: [],
  },
  ...fields,
});
const webhook = (fields: Partial<Schemas['Webhook']>): Schemas['Webhook'] =>
  ({
    ...{ id: 3, url: 'https://hooks.example', status: 'active', failingSince: null, disabledReason: null },
    ...fields,
  }) as Schemas['Webhook'];
const HEALTHY: Facts = {
  sites: [site(true, {}), site(false, {})],
  ...{ hasCustomers: true, hasPayments: true, customers: 10, unattributed: 2 },
  providers: [{ label: 'Stripe', state: state({ lastEvent: { type: 'a', at: LATER, result: 'recorded' } }) }],
  webhooks: [webhook({}), webhook({ status: 'disabled', disabledReason: 'paused' })],
};
const error = { code: 'bad_signature', at: LATER };

it('has no task for a healthy installation, with a site of server events and a paused webhook', async () => {
  expect(await tasksOf(HEALTHY)).toEqual([]);
  expect(await tasksOf({ ...HEALTHY, customers: 0, unattributed: 0, providers: [], webhooks: [] })).toEqual(
    [],
  );
});

it.each<[Partial<Facts>, string, string]>([
  [{ sites: [site(false, { lastEventAt: null })] }, 'Install the script on example.com', '/sites/7/install'],
  [
    { sites: [site(true, { goneQuiet: true })] },
    'Check the script on example.com: no recent events',
    '/sites/7/install',
  ],
  [{ hasCustomers: false }, 'Identify customers on your server', '/setup'],
  [{ hasPayments: false }, 'Send payments, or connect Stripe', '/integrations'],
  [
    { unattributed: 3 },
    'Send visitor ids: 30% of the customers of the last 30 days have no channel',
    '#unattributed',
  ],
  [
    { providers: [{ label: 'Stripe', state: state({ lastError: error }) }] },
    'Check Stripe: its last event failed (bad_signature)',
    '/integrations',
  ],
  [
    { webhooks: [webhook({ failingSince: AT })] },
    'Fix the webhook https://hooks.example: its deliveries fail',
    '/integrations/webhooks/3',
  ],
  [
    { webhooks: [webhook({ status: 'disabled', disabledReason: 'gone' })] },
    'Fix the webhook https://hooks.example: its deliveries fail',
    '/integrations/webhooks/3',
  ],
])('has one task for %j', async (facts, text, href) => {
  expect(await tasksOf({ ...HEALTHY, ...facts })).toEqual([{ text, href }]);
});

it('ignores an error of a provider before its last event, and one of a disconnected provider', async () => {
  const lastEvent = { type: 'a', at: LATER, result: 'recorded' };
  const providers = [
    { label: 'Stripe', state: state({ lastEvent, lastError: { ...error, at: AT } }) },
    { label: 'Paddle', state: state({ configured: false, lastError: error }) },
  ];
  expect(await tasksOf({ ...HEALTHY, providers })).toEqual([]);
});
