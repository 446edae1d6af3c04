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
      ? acquisitions.get(keyOf(url, referrer, site.domain))
      : acquisitions.get(keyOf(landing, landingReferrer ?? '', site.domain));
  return KEEP;
};

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
