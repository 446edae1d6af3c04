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
  const told = landing === undefined ? [url, referrer] : [landing, landingReferrer ?? ''];
  draft.acquisition = acquisitions.get(JSON.stringify([...told, site.domain]));
  return KEEP;
};

/** @param key JSON of the first page, the referrer and the site's domain */
function decide(key: string): Acquisition {
  const [landing, referrer, domain] = JSON.parse(key) as readonly [string, string, string];
  return acquisitionOf(parsePageUrl(landing), referrer, domain);
}
