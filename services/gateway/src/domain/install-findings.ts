/** Something that stands between a site and its numbers, and what to do about it. */
export interface Finding {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}

/** What the doctor looks at. Times: Unix milliseconds. */
export interface InstallFacts {
  readonly installed: boolean;
  readonly now: number;
  /** Undefined when none was ever accepted. */
  readonly lastEventAt: number | undefined;
  /** Of the last 24 hours. */
  readonly drops: readonly { readonly reason: string; readonly events: number }[];
  /** What the last look at the home page found. */
  readonly ofHomePage: readonly Finding[];
}

const DAY_MS = 86_400_000;

const dropped = ({ drops }: InstallFacts, ...reasons: readonly string[]): boolean =>
  drops.some(({ reason, events }) => events > 0 && reasons.includes(reason));
const heardWithin = ({ lastEventAt, now }: InstallFacts, days: number): boolean =>
  lastEventAt !== undefined && now - lastEventAt <= days * DAY_MS;

/** What the traffic tells: code, when it holds, what it says, what to do. In the order in which they are answered. */
const OF_TRAFFIC: readonly (readonly [string, (facts: InstallFacts) => boolean, string, string])[] = [
  [
    'no_event',
    (facts) => !facts.installed && facts.lastEventAt === undefined && facts.drops.length === 0,
    'No event has arrived yet.',
    'Place the snippet in the head of every page, then open one of them in a browser without an ad blocker.',
  ],
  [
    'servers_only',
    (facts) => !facts.installed && facts.lastEventAt !== undefined,
    'Events have come from servers only, none from a page of the site.',
    'Place the snippet in the head of every page; leave it out if the site is to be measured by servers alone.',
  ],
  [
    'gone_quiet',
    (facts) => facts.installed && !heardWithin(facts, 7),
    'The snippet was live, but no event has come for more than 7 days.',
    'Check that the snippet still stands in the pages, then ask for detection.',
  ],
  [
    'host_mismatch',
    (facts) => dropped(facts, 'host_mismatch'),
    'In the last 24 hours events came from pages of another host. They were not counted.',
    'Create a site for that host, or take this snippet off its pages; copies for tests count here too.',
  ],
  [
    'bots_only',
    (facts) => dropped(facts, 'bot') && !heardWithin(facts, 1),
    'In the last 24 hours only bots came.',
    'Open the site in an ordinary browser; monitors, crawlers and automated browsers are never counted.',
  ],
  [
    'wrong_clock',
    (facts) => dropped(facts, 'in_future', 'too_old'),
    'In the last 24 hours events came with a time in the future or more than 30 days back. They were not counted.',
    'Send the time in UTC with its Z or offset, or leave it out; check the clock of the sender.',
  ],
  [
    'invalid_events',
    (facts) => dropped(facts, 'invalid_event'),
    'In the last 24 hours events came in a shape that can not be read. They were not counted.',
    'Check names and properties against the limits in the reference; GET …/traffic-quality has the numbers.',
  ],
];

/** What a page with a live snippet need not be told: a tag manager may have placed it. */
const REFUTED_BY_EVENTS: readonly string[] = ['snippet_missing'];

/** The findings of the install doctor: those of the home page first, then those of the traffic. */
export function installFindings(facts: InstallFacts): Finding[] {
  const refuted = facts.installed && heardWithin(facts, 7);
  return [
    ...facts.ofHomePage.filter(({ code }) => !(refuted && REFUTED_BY_EVENTS.includes(code))),
    ...OF_TRAFFIC.filter(([, holds]) => holds(facts)).map(([code, , message, fix]) => ({
      code,
      message,
      fix,
    })),
  ];
}
