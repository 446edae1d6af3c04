import { BlockList, isIPv4 } from 'node:net';
import { parseSubnets } from '@headwater/kit/ip-network';
import { PAGEVIEW } from '@headwater/protos/vocabulary';
import { cached } from '../cached';
import { visitorIdProblem } from '@headwater/protos/visitor-id';
import type { Exclusions } from '../draft-event';
import { eventNameProblem } from '../event-limits';
import { isWithin, parsePageUrl, type PageUrl } from '../page-url';
import { drop, KEEP, type Step, type StepResult } from '../step';

const pages = cached<PageUrl>(5_000, parsePageUrl);

/**
 * Drops an event without a valid name, visitor id or page, and sets the page. A server's custom event needs no page.
 */
export const dropInvalidEvent: Step = (draft) => {
  const { name, visitor, url, session } = draft.sent;
  const nameProblem = eventNameProblem(name);
  if (nameProblem !== undefined) return invalid('name', nameProblem);
  const visitorProblem = visitorIdProblem(visitor);
  if (visitorProblem !== undefined) return invalid('anonymous_id', visitorProblem);
  const sessionProblem = session === '' ? undefined : visitorIdProblem(session);
  if (sessionProblem !== undefined) return invalid('session_id', sessionProblem);
  draft.page = pages(url);
  if (draft.page) return KEEP;
  if (url !== '') return invalid('url', 'must be a full URL, such as https://example.com/pricing');
  return name === PAGEVIEW
    ? invalid('url', 'is required for a pageview: send the full URL of the page')
    : KEEP;
};

function invalid(field: string, message: string): StepResult {
  return drop('invalid_event', { field, message });
}

/**
 * Drops an event whose page, or whose sending page (`Origin`), is neither on the site's domain nor on a subdomain: a copied
 * snippet or a forgery. Servers skip this step: they authenticate with a token.
 */
export const dropHostMismatch: Step = ({ page }, { site, originHost }) => {
  const isForeign = originHost !== undefined && !isWithin(originHost, site.domain);
  return page && !isForeign && isWithin(page.hostname, site.domain) ? KEEP : drop('host_mismatch');
};

/** Drops an event of a path or an IP address that the site excludes. Servers decide themselves which events they send. */
export const dropExcluded: Step = ({ page, sent: { address } }, { site: { exclusions } }) => {
  if (!exclusions) return KEEP;
  const { paths, addresses } = exclusions;
  const isExcluded =
    (page && paths.some((pattern) => isExcludedPath(page.pathname, pattern))) ||
    (addresses.length > 0 && subnetsOf(exclusions).check(address, isIPv4(address) ? 'ipv4' : 'ipv6'));
  return isExcluded ? drop('excluded') : KEEP;
};

/** A path has lost its slash at the end: `/admin/*` also excludes the page `/admin/`. */
const isExcludedPath = (path: string, pattern: string): boolean =>
  matches(path, pattern) || matches(`${path}/`, pattern);

/** Whether a path has a pattern in which `*` is any text. Takes linear time, unlike a regular expression. */
function matches(path: string, pattern: string): boolean {
  const [start = '', ...parts] = pattern.split('*');
  const end = parts.pop();
  if (end === undefined) return path === start;
  if (!path.startsWith(start)) return false;
  let from = start.length;
  for (const part of parts) {
    const found = path.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return path.length - end.length >= from && path.endsWith(end);
}

/** Verdicts are cached, so their exclusions stay the same object for seconds. */
const subnets = new WeakMap<Exclusions, BlockList>();

function subnetsOf(exclusions: Exclusions): BlockList {
  let list = subnets.get(exclusions);
  // The sites service accepts only subnets.
  if (!list) subnets.set(exclusions, (list = parseSubnets(exclusions.addresses) ?? new BlockList()));
  return list;
}
