import { createSealBox } from '@headwater/kit/sealed-box';
import { parseUrl } from '@headwater/kit/parse-url';
import { CLICK_ID_LIMITS } from '@headwater/protos/limits';
import { CLICK_ID_PLATFORMS, PAGEVIEW, type ClickIdParameter } from '@headwater/protos/vocabulary';
import type { DraftEvent } from './draft-event';
import { isWithin } from './page-url';
import { isoTime } from './timestamps';
import type { RowContext } from './to-event-line';

const PARAMETERS = Object.keys(CLICK_ID_PLATFORMS) as ClickIdParameter[];
/** The characters of click ids. Without an `@`, so that no email address is stored. */
const CLICK_ID = new RegExp(`^[\\w.~-]{1,${CLICK_ID_LIMITS.maxLength}}$`);
/** A browser event that arrives later is no touch either. */
const MAX_LATE_MS = 86_400_000;

/**
 * The lines of `click_ids` for pageviews whose address contains click ids, sealed with the key of their site. None for a site without
 * a key. Like `toEventLine`, with the members that the delivery reads first.
 */
export function clickIdLines(
  drafts: readonly DraftEvent[],
  { site, origin, receivedAt }: RowContext,
): string[] {
  const { workspaceId, siteId, clickIdKey } = site;
  if (clickIdKey === undefined) return [];
  let seal: ReturnType<typeof createSealBox> | undefined;
  return drafts.flatMap((draft) => {
    const query = draft.page?.query;
    if (draft.sent.name !== PAGEVIEW || !query) return [];
    if (origin === 'browser' && draft.ts < receivedAt - MAX_LATE_MS) return [];
    // A link of the site itself may repeat the parameter: the click was earlier.
    if (isInternal(draft, site.domain)) return [];
    return PARAMETERS.flatMap((parameter) => {
      const clickId = query.get(parameter) ?? '';
      if (!CLICK_ID.test(clickId)) return [];
      seal ??= createSealBox(clickIdKey);
      const sealed = seal(clickId, `${workspaceId} ${siteId} ${parameter}`).toString('base64');
      return [
        `{"workspace_id":${workspaceId},"site_id":${siteId},"visitor_id":"${draft.visitorKey}",` +
          `"ts":"${isoTime(draft.ts)}","received_at":"${isoTime(receivedAt)}",` +
          `"parameter":"${parameter}","sealed":"${sealed}"}\n`,
      ];
    });
  });
}

function isInternal({ sent }: DraftEvent, domain: string): boolean {
  const referrer = sent.referrer === '' ? undefined : parseUrl(sent.referrer);
  return referrer !== undefined && isWithin(referrer.hostname, domain);
}
