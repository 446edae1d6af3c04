import Stripe from 'stripe';
import { NOW } from './analytics-stand-in';
import { startGateway, type Gateway } from './gateway-fixture';

const SECRET = 'whsec_0123456789abcdef';
const NOW_SECONDS = Math.floor(NOW / 1_000);

let gateway: Gateway;
let webhook: string;
beforeAll(async () => {
  gateway = await startGateway();
  const json = { signing_secret: SECRET };
  webhook = String(
    (await gateway.request('PUT', '/api/v1/integrations/stripe', { json })).body['webhookPath'],
  );
});
afterAll(() => gateway.stop());

const post = (event: object) => {
  const raw = JSON.stringify({ id: 'evt_1', created: NOW_SECONDS, ...event });
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: raw,
    secret: SECRET,
    timestamp: NOW_SECONDS,
  });
  return gateway.request('POST', webhook, { token: null, raw, headers: { 'stripe-signature': signature } });
};

const refund = (change: object = {}) =>
  post({
    type: 'charge.refunded',
    data: {
      object: {
        id: 'ch_1',
        customer: 'cus_1',
        invoice: 'in_1',
        amount_refunded: 2_500,
        currency: 'eur',
        billing_details: { email: null },
        ...change,
      },
      previous_attributes: { amount_refunded: 0 },
    },
  });

test('records a refund without an email for its customer, before and after the customer is linked', async () => {
  const data = { object: { id: 'cus_1', email: 'canary@example.com' } };
  for (const answer of [await refund(), await post({ type: 'customer.created', data }), await refund()])
    expect(answer.body).toEqual({ received: true, recorded: true });
  const payment = {
    paymentId: 'ch_1-refunded-2500',
    customerId: 'cus_1',
    siblingPaymentId: 'in_1',
    amount: '25',
    type: 'refund',
  };
  const { calls } = gateway.standIns.identity;
  expect(calls.map(({ method }) => method)).toEqual(['RecordPayment', 'RecordBilling', 'RecordPayment']);
  expect(calls[0]).toMatchObject({ workspaceId: gateway.ours.workspaceId, request: { payment } });
  expect(calls[2]?.request).toEqual(calls[0]?.request);
});

test('records a refund that names neither an address nor a customer for its payment', async () => {
  expect((await refund({ customer: null })).body).toEqual({ received: true, recorded: true });
  expect(gateway.standIns.identity.calls.at(-1)?.request).toMatchObject({ payment: { customerId: 'in_1' } });
});
