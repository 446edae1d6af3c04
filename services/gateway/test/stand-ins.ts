import { loadAnalytics, loadCollector, loadIdentity, loadSites } from '@headwater/protos/services';
import type { CollectorDefinition, IdentityDefinition } from '@headwater/protos/services';
import { failure } from '@headwater/protos/error-codes';
import type { Handlers } from '@headwater/kit/rpc/types';
import { accounts } from './accounts-stand-in';
import { analytics, NOW } from './analytics-stand-in';
import { listConversions, listSignups } from './conversions-stand-in';
import { sitesInMemory } from './sites-in-memory';
import { startStandIn } from './stand-in';
import { webhooksInMemory } from './webhooks-in-memory';

const USER_ID_LEFT_OUT = { field: 'user_id', message: 'contains an email address' };

const identity: Partial<Handlers<IdentityDefinition>> = {
  Identify: ({ anonymousId, account }) => {
    const warnings = account?.userId?.includes('@') ? [USER_ID_LEFT_OUT] : [];
    return Promise.resolve(
      anonymousId.startsWith('seen')
        ? { linked: true, channel: 'Organic Search', enriched: false, warnings }
        : { linked: false, enriched: true, warnings },
    );
  },
  BulkIdentify: ({ users }) => {
    const bad = users.filter(({ account }) => !account?.email.includes('@'));
    return Promise.resolve({
      imported: users.length - bad.length,
      skipped: bad.length,
      errors: bad.map(({ index }) => ({ index, field: 'email', message: 'email must be an address.' })),
      warnings: users
        .filter(({ account }) => account?.userId?.includes('@'))
        .map(({ index }) => ({ index, ...USER_ID_LEFT_OUT })),
    });
  },
};

const payments: Partial<Handlers<IdentityDefinition>> = {
  RecordPayment: ({ payment }) => {
    if (payment?.paymentId === 'taken') throw failure('payment_conflict', 'Known with other content.');
    return Promise.resolve({
      created: payment?.paymentId !== 'repeat',
      ...(payment?.userId === 'known' ? { attributed: true, channel: 'Email' } : { attributed: false }),
    });
  },
  QueryRevenue: ({ timezone = 'UTC', grain = 'day', dimension }) => {
    const sums = { gross: '49.00', refunds: '9.50', net: '39.50', payments: 1, customers: 1 };
    if (dimension === 'colour') throw failure('unknown_dimension', 'Use one of the list.');
    return Promise.resolve({
      from: '2026-10-03',
      to: '2026-11-01',
      timezone,
      grain,
      model: 'first_touch',
      ...(dimension === undefined ? {} : { dimension }),
      currencies: [
        {
          currency: 'EUR',
          ...sums,
          unattributed: '-9.50',
          series: [{ bucket: '2026-10-03', net: '39.50', payments: 1 }],
          breakdown: dimension === undefined ? [] : [{ key: 'Email', ...sums }],
        },
      ],
      pending: [{ currency: 'EUR', net: '-9.50', payments: 0 }],
      newMrr: [{ channel: 'Email', mrr: '490', accounts: 2 }],
    });
  },
  ListConversions: listConversions,
  ListSignups: listSignups,
  GetCredit: ({ paymentId, model = 'first_touch', lookback = 90 }) => {
    if (paymentId === 'unknown') throw failure('payment_not_found', 'There is no such payment.');
    const isErased = paymentId === 'erased';
    const reason = isErased ? 'recorded' : 'touch';
    const visit = { atMs: Date.parse('2026-10-01'), channel: 'Email', landing: 'example.com/' };
    return Promise.resolve({
      ...{ paymentId, amount: '49.00', currency: 'EUR', type: 'sale', model, lookback },
      shares: [{ touch: isErased ? { channel: 'Email' } : visit, share: 100, amount: '49.00', reason }],
    });
  },
  QueryCustomers: ({ dimension, lookback, withPayback, ...query }) => {
    const { timezone = 'UTC', grain = 'day', basis = 'identified', model = 'first_touch' } = query;
    if (dimension === 'colour') throw failure('unknown_dimension', 'Use one of the list.');
    const sums = {
      ...{ customers: 3, paying: 1, mrr: '490' },
      revenue: [{ currency: 'EUR', gross: '49.00', refunds: '9.50', net: '39.50' }],
    };
    const [cost, payback] = [{ currency: 'EUR', amount: '10.00' }, withPayback ? { paybackMonths: 2 } : {}];
    return Promise.resolve({
      ...{ from: '2026-10-03', to: '2026-11-01', timezone, grain, model, basis },
      ...(lookback === undefined ? {} : { lookback }),
      ...(dimension === undefined ? {} : { dimension }),
      ...{ total: sums, linked: 1, pending: 1, unattributed: 1, withoutVisitorId: 0 },
      series: [{ bucket: '2026-10-03', customers: 3, paying: 1 }],
      breakdown:
        dimension === undefined
          ? []
          : [
              { key: 'Email', sums, costs: [{ ...cost, ...payback, cac: '3.33', roas: '3.95' }] },
              { key: 'Paid Search', sums: { mrr: '0' }, costs: [{ ...cost, roas: '0.00' }] },
            ],
    });
  },
  QueryCohorts: ({ dimension, lookback, ...query }) => {
    const { timezone = 'UTC', cohort = 'month', metric = 'net', model = 'first_touch' } = query;
    if (dimension === 'colour') throw failure('unknown_dimension', 'Use one of the list.');
    const periods = [{ period: 0, value: '49.00', cumulative: '49.00', perCustomer: '24.50' }];
    return Promise.resolve({
      ...{ from: '2025-11-02', to: '2026-11-01', timezone, cohort, metric, model, currency: 'EUR' },
      ...(lookback === undefined ? {} : { lookback }),
      ...(dimension === undefined ? {} : { dimension }),
      cohorts: [
        {
          ...{ cohort: '2026-10', customers: 2, periods },
          ...(dimension === undefined ? {} : { key: 'Email' }),
        },
        {
          ...{ cohort: '2026-11', customers: 1, periods },
          ...{ cost: '10.00', cac: '10.00', roas: '4.90', paybackPeriod: 0 },
        },
      ],
    });
  },
  PutCosts: ({ costs }) => Promise.resolve({ imported: costs.length, replaced: 0, skipped: 0, errors: [] }),
  ListCosts: ({ after }) =>
    Promise.resolve({
      costs: after
        ? []
        : [{ day: '2026-10-25', channel: 'Paid Search', amount: '12.50', currency: 'EUR', clicks: 30 }],
    }),
  DeleteCosts: () => Promise.resolve({ deleted: 1 }),
  RecordBilling: () => Promise.resolve({ known: true }),
  RecordPayments: ({ payments: rows }) => Promise.resolve({ imported: rows.length, skipped: 0, errors: [] }),
};

const collector: Partial<Handlers<CollectorDefinition>> = {
  ExplainVisit: ({ url, userAgent }) => {
    if (!url.startsWith('http')) throw failure('invalid_request', 'The visit has no page.');
    return Promise.resolve({
      channel: 'Organic Search',
      source: 'Google',
      rule: 'organic-search',
      rulesVersion: 1,
      utm: { campaign: 'autumn' },
      botVerdict: userAgent === undefined ? 'unknown' : 'bot',
      ...(userAgent === undefined ? {} : { botReason: 'crawler' }),
    });
  },
  ImportRows: ({ rows }) => {
    const bad = rows.filter(({ cells }) => cells[0] === 'bad');
    return Promise.resolve({
      taken: rows.length - bad.length,
      refused: bad.length,
      refusals: bad.slice(0, 20).map(({ line }) => ({ line, field: 'row', message: 'It is bad.' })),
    });
  },
  IngestEvents: ({ events }) => {
    const old = events.filter(({ time }) => time?.startsWith('2020'));
    return Promise.resolve({
      accepted: events.length - old.length,
      dropped: old.map(({ index, eventId }) => ({
        index,
        id: eventId,
        reason: 'too_old',
        field: 'time',
        message: 'is too old',
      })),
    });
  },
};

/** Stand-ins for all services behind the gateway, with minimal behaviour. */
export async function startStandIns() {
  return {
    sites: await startStandIn(loadSites(), { ...sitesInMemory(NOW), ...webhooksInMemory(NOW) }),
    identity: await startStandIn(loadIdentity(), { ...identity, ...accounts, ...payments }),
    analytics: await startStandIn(loadAnalytics(), analytics),
    collector: await startStandIn(loadCollector(), collector),
  };
}

export type StandIns = Awaited<ReturnType<typeof startStandIns>>;
