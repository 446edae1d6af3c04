import type { DetectionResult } from '../domain/detection/detection';
import { finding } from '../domain/detection/findings';
import { readPage } from '../domain/detection/read-page';
import { fetchPage } from './fetch-page';
import type { Network } from '../outside/network';

const ALL_IN_MS = 5_000;
/** So that a firewall which swallows port 443 leaves time for port 80. */
const HTTPS_IN_MS = 3_000;

/** What a look ends with where detection is switched off. */
export function refuseToLook(): Promise<DetectionResult> {
  return Promise.resolve({ status: 'failed', suggestedCategories: [], findings: [finding('switched_off')] });
}

/** Looks at a site's home page, over https or else http, in 5 seconds at most. */
export async function detectSite(
  site: { readonly domain: string; readonly siteKey: string },
  network: Network,
  stopped: AbortSignal,
): Promise<DetectionResult> {
  const inTime = AbortSignal.any([stopped, AbortSignal.timeout(ALL_IN_MS)]);
  const soon = AbortSignal.any([inTime, AbortSignal.timeout(HTTPS_IN_MS)]);
  let fetched = await fetchPage(new URL(`https://${site.domain}/`), network, soon);
  if (!fetched.ok && ['unreachable', 'timed_out'].includes(fetched.problem))
    fetched = await fetchPage(new URL(`http://${site.domain}/`), network, inTime);
  return fetched.ok
    ? { status: 'done', ...readPage(fetched.page, site) }
    : { status: 'failed', suggestedCategories: [], findings: [finding(fetched.problem)] };
}
