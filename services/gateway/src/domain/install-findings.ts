import type { DropReason } from '@headwater/protos/drop-reasons';

/** A problem with a site's installation and its fix. */
export interface Finding {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}

/** The data that the findings are derived from. Times: Unix milliseconds. */
export interface InstallFacts {
  readonly installed: boolean;
  readonly now: number;
  /** Undefined if no event was ever accepted. */
  readonly lastEventAt: number | undefined;
  /** Dropped events of the last 24 hours. */
  readonly drops: readonly { readonly reason: string; readonly events: number }[];
  /** Findings of the last check of the home page. */
  readonly homePageFindings: readonly Finding[];
}

const DAY_MS = 86_400_000;

const dropped = ({ drops }: InstallFacts, ...reasons: readonly DropReason[]): boolean =>
  drops.some(({ reason, events }) => events > 0 && (reasons as readonly string[]).includes(reason));
const receivedWithin = ({ lastEventAt, now }: InstallFacts, days: number): boolean =>
  lastEventAt !== undefined && now - lastEventAt <= days * DAY_MS;

/** Findings about the traffic, in the order of the answer: code, condition, message, fix. */
const TRAFFIC_FINDINGS: readonly (readonly [string, (facts: InstallFacts) => boolean, string, string])[] = [
  [
    'no_event',
    (facts) => !facts.installed && facts.lastEventAt === undefined && facts.drops.length === 0,
    'No event has arrived yet.',
    'Add the snippet to the head of every page. Then open a page in a browser without an ad blocker. If still no event arrives, ' +
      'read the message of Headwater in the console of the browser.',
  ],
  [
    'servers_only',
    (facts) => !facts.installed && facts.lastEventAt !== undefined,
    'All events came from servers, none from a page of the site.',
    'Add the snippet to the head of every page. If you only send events from servers, ignore this finding.',
  ],
  [
    'gone_quiet',
    (facts) => facts.installed && !receivedWithin(facts, 7),
    'The snippet was installed, but no event has arrived for more than 7 days.',
    'Check that the pages still contain the snippet. Then run the detection.',
  ],
  [
    'host_mismatch',
    (facts) => dropped(facts, 'host_mismatch'),
    'In the last 24 hours, events were dropped because their pages are on another host, such as localhost or a staging copy.',
    'Create a site for that host and use its snippet there (“localhost” is possible, an IP address is not), or remove this snippet.',
  ],
  [
    'bots_only',
    (facts) => dropped(facts, 'bot') && !receivedWithin(facts, 1),
    'In the last 24 hours, all events came from bots and were dropped.',
    'Open the site in an ordinary browser. Monitors, crawlers and automated browsers are not counted.',
  ],
  [
    'wrong_clock',
    (facts) => dropped(facts, 'in_future', 'too_old'),
    'In the last 24 hours, events with a time in the future or more than 30 days ago were dropped.',
    'Check the clock of the sender. Send the time in UTC or with an offset, or omit it.',
  ],
  [
    'invalid_events',
    (facts) => dropped(facts, 'invalid_event'),
    'In the last 24 hours, malformed events were dropped.',
    'Check names and properties against the limits in the reference. GET …/traffic-quality returns the counts.',
  ],
];

/** Findings of the home page that recent events refute: a tag manager may have added the snippet. */
const REFUTED_BY_EVENTS: readonly string[] = ['snippet_missing'];

/** Lists the findings about the home page, then the findings about the traffic. */
export function installFindings(facts: InstallFacts): Finding[] {
  const refuted = facts.installed && receivedWithin(facts, 7);
  return [
    ...facts.homePageFindings.filter(({ code }) => !(refuted && REFUTED_BY_EVENTS.includes(code))),
    ...TRAFFIC_FINDINGS.filter(([, applies]) => applies(facts)).map(([code, , message, fix]) => ({
      code,
      message,
      fix,
    })),
  ];
}
