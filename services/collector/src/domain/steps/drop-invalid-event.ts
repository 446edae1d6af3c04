import { PAGEVIEW } from '@headwater/protos/vocabulary';
import { isEventName, isSenderId } from '../event-limits';
import { BoundedMemo } from '../bounded-memo';
import { parsePageUrl, type PageUrl } from '../page-url';
import { drop, KEEP, type Step } from '../step';

// A site's visitors see the same pages.
const pages = new BoundedMemo<PageUrl | undefined>(5_000, parsePageUrl);

/** Ends an event without a usable name, visitor or page, and puts the page. A custom event of a server needs no page. */
export const dropInvalidEvent: Step = (draft) => {
  const { name, visitor, url, session } = draft.sent;
  if (!isEventName(name) || !isSenderId(visitor)) return drop('invalid_event');
  if (session !== '' && !isSenderId(session)) return drop('invalid_event');
  draft.page = pages.get(url);
  const needsPage = url !== '' || name === PAGEVIEW;
  return needsPage && !draft.page ? drop('invalid_event') : KEEP;
};
