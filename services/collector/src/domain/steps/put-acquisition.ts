import { acquisitionOf, type Acquisition } from '../acquisition';
import { BoundedMemo } from '../bounded-memo';
import { parsePageUrl } from '../page-url';
import { KEEP, type Step } from '../step';

// All events of a session tell the same landing page and referrer.
const acquisitions = new BoundedMemo<Acquisition>(5_000, decide);

/**
 * Puts source, channel and campaign of the session, from its first page and referrer as the sender tells them; where it
 * does not, this event's own page and referrer are taken for the first.
 */
export const putAcquisition: Step = (draft, { site }) => {
  const { url, landing, landingReferrer, referrer } = draft.sent;
  draft.acquisition =
    landing === undefined
      ? remembered(url, referrer, site.domain)
      : remembered(landing, landingReferrer ?? '', site.domain);
  return KEEP;
};

/** The last one asked for: a request's events are all of one session, and making the key is most of the work. */
let last: { landing: string; referrer: string; domain: string; acquisition: Acquisition } | undefined;

function remembered(landing: string, referrer: string, domain: string): Acquisition {
  if (last?.landing !== landing || last.referrer !== referrer || last.domain !== domain)
    last = { landing, referrer, domain, acquisition: acquisitions.get(keyOf(landing, referrer, domain)) };
  return last.acquisition;
}

/** The domain, which holds no space, the length of the page's address, then both addresses as they stand. */
function keyOf(landing: string, referrer: string, domain: string): string {
  return `${domain} ${landing.length} ${landing}${referrer}`;
}

const KEY = /^(\S*) (\d+) ([^]*)$/;

function decide(key: string): Acquisition {
  const [, domain = '', length, addresses = ''] = KEY.exec(key) ?? [];
  const [landing, referrer] = [addresses.slice(0, Number(length)), addresses.slice(Number(length))];
  return acquisitionOf(parsePageUrl(landing), referrer, domain);
}
