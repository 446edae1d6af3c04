import type { Schemas } from '@headwater/client/client';
import { formatPercent } from '../../format/numbers';
import { t } from '../../strings/text';

/** A problem of the installation, and the page that fixes it. */
export interface Task {
  readonly text: string;
  readonly href: string;
}

/** The facts of the verdict. Those that the session may not read are empty. */
export interface Facts {
  readonly sites: readonly Schemas['SiteWithActivity'][];
  /** The last year. */
  readonly hasCustomers: boolean;
  readonly hasPayments: boolean;
  /** Customers of the last 30 days. */
  readonly customers: number;
  readonly unattributed: number;
  readonly providers: readonly { readonly label: string; readonly state: Schemas['PaymentIntegration'] }[];
  readonly webhooks: readonly Schemas['Webhook'][];
}

/** Some customers never get a channel: they block scripts, or visit from another device. */
const MAX_UNATTRIBUTED_PERCENT = 20;

/** The tasks that make the installation healthy, the most urgent first. */
export function tasksOf(facts: Facts): readonly Task[] {
  const { sites, hasCustomers, hasPayments, customers, unattributed, providers, webhooks } = facts;
  const share = customers === 0 ? 0 : (100 * unattributed) / customers;
  return [
    ...sites.flatMap(taskOfSite),
    ...(hasCustomers ? [] : [{ text: t('Identify customers on your server'), href: '/setup' }]),
    ...(hasPayments ? [] : [{ text: t('Send payments, or connect Stripe'), href: '/integrations' }]),
    ...(share > MAX_UNATTRIBUTED_PERCENT
      ? [
          {
            text: t('Send visitor ids: {share} of the customers of the last 30 days have no channel', {
              share: formatPercent(share),
            }),
            href: '#unattributed',
          },
        ]
      : []),
    ...providers.flatMap(({ label, state: { configured, lastError, lastEvent } }) =>
      configured && lastError && (!lastEvent || lastError.at > lastEvent.at)
        ? [
            {
              text: t('Check {provider}: its last event failed ({code})', {
                provider: label,
                code: lastError.code,
              }),
              href: '/integrations',
            },
          ]
        : [],
    ),
    ...webhooks.flatMap(({ id, url, status, failingSince, disabledReason }) =>
      (status === 'active' && failingSince !== null) ||
      disabledReason === 'failing' ||
      disabledReason === 'gone'
        ? [
            {
              text: t('Fix the webhook {url}: its deliveries fail', { url }),
              href: `/integrations/webhooks/${id}`,
            },
          ]
        : [],
    ),
  ];
}

/** A site that gets only events of servers needs no script. */
function taskOfSite({ id, domain, installed, activity }: Facts['sites'][number]): Task[] {
  const href = `/sites/${id}/install`;
  if (!installed && activity.lastEventAt === null)
    return [{ text: t('Install the script on {domain}', { domain }), href }];
  return activity.goneQuiet
    ? [{ text: t('Check the script on {domain}: no recent events', { domain }), href }]
    : [];
}
