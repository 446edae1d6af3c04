/**
 * Why the collector drops an event: the one list for the collector, the API and the dashboard. To add a reason, add it
 * here and return it from a step of the collector's pipeline.
 */

interface ReasonText {
  /** Short name, as the dashboard shows it. */
  readonly label: string;
  /** A full sentence. */
  readonly meaning: string;
}

export const DROP_REASONS = {
  unknown_site: { label: 'Unknown site or key', meaning: 'No site has this id and site key.' },
  host_mismatch: {
    label: 'Sent from another host',
    meaning: "The page is neither on the site's domain nor on a subdomain of it.",
  },
  bot: { label: 'Bot', meaning: 'A bot sent the event, or caused it.' },
  excluded: { label: 'Excluded', meaning: 'The site excludes the path or the IP address.' },
  invalid_event: { label: 'Invalid event', meaning: 'A field is missing, malformed or too long.' },
  too_old: { label: 'Too old', meaning: 'The event time is too far in the past.' },
  in_future: { label: 'In the future', meaning: 'The event time is in the future.' },
  duplicate: {
    label: 'Event id used before',
    meaning: 'An earlier event has the same event id and other values. The earlier event counts.',
  },
  site_purged: {
    label: 'Site purged',
    meaning: 'The site was purged before the event could be stored.',
  },
  visitor_erased: {
    label: 'Visitor erased',
    meaning: 'The visitor was erased before the event could be stored.',
  },
} as const satisfies Readonly<Record<string, ReasonText>>;

export type DropReason = keyof typeof DROP_REASONS;

/** Why an event with the drop reason `bot` counts as one: by its user agent first, then by its behaviour. */
export const BOT_REASONS = {
  no_user_agent: { label: 'No user agent', meaning: 'The request carries no user agent.' },
  headless: { label: 'Headless browser', meaning: 'The user agent is that of a browser without a window.' },
  crawler: { label: 'Crawler', meaning: 'The user agent is that of a known crawler, monitor or script.' },
  webdriver: { label: 'Automated browser', meaning: 'The browser reports that a program controls it.' },
  datacenter: { label: 'Data centre', meaning: 'The address belongs to a data centre.' },
  impossible_rate: {
    label: 'Impossible rate',
    meaning: 'The visitor sends more events than a person can cause.',
  },
} as const satisfies Readonly<Record<string, ReasonText>>;

export type BotReason = keyof typeof BOT_REASONS;

/** Drop reasons that a sender can receive: all except those that are decided after the response. */
export const SENDER_DROP_REASONS = Object.keys(DROP_REASONS).filter(
  (code) => code !== 'site_purged' && code !== 'visitor_erased',
) as [Exclude<DropReason, 'site_purged' | 'visitor_erased'>];

const LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...DROP_REASONS, ...BOT_REASONS }).map(([code, { label }]) => [code, label]),
);

/** The label of a drop or bot reason. A code of a newer server becomes readable text. */
export function reasonLabel(code: string): string {
  return LABELS.get(code) ?? code.replaceAll('_', ' ');
}
