import type { SiteCategory } from '@headwater/protos/vocabulary';

/** An observation about a home page, and what the customer can do about it. */
export interface Finding {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}

/** Facts read from a home page. */
export interface PageFacts {
  readonly title?: string;
  /** BCP 47, as the page spells it. */
  readonly language?: string;
  readonly platform?: string;
  /** Whether the page contains the site's own key. */
  readonly snippetFound?: boolean;
  readonly suggestedCategories: readonly SiteCategory[];
  readonly findings: readonly Finding[];
}

/** Result of a detection. `failed`: no page was read, and the finding gives the reason. */
export interface DetectionResult extends PageFacts {
  readonly status: 'done' | 'failed';
}

/** Message and fix of each finding. Those up to `not_html` explain why no page was read. */
const FINDINGS = {
  name_not_found: [
    'The domain has no address in DNS.',
    'Check the spelling of the domain and its A and AAAA records.',
  ],
  private_address: [
    'The domain, or a redirect of it, resolves to an address that is not public.',
    'Point it at a public address. For an internal site, add the snippet yourself: tracking works without detection.',
  ],
  unreachable: [
    'The home page could not be reached.',
    'Check that the web server responds on ports 443 and 80.',
  ],
  timed_out: [
    'The home page took more than 5 seconds to load.',
    'Check the web server, then run detection again.',
  ],
  too_many_redirects: [
    'The home page redirects more than 3 times.',
    'Redirect the domain directly to its home page.',
  ],
  bad_redirect: [
    'The home page redirects to an unsupported URL.',
    'Redirect to an http or https URL on its default port, without a user name.',
  ],
  http_error: [
    'The home page returns an error, or rejects clients that are not browsers.',
    'Open the home page and check its status. If a firewall blocks it, allow the user agent HeadwaterDetect.',
  ],
  not_html: [
    'The home page is not HTML, or is compressed although the request accepts no compression.',
    'Serve text/html, and compress only when Accept-Encoding allows it.',
  ],
  no_https: [
    'The home page could not be reached over https. It was read over http.',
    'Serve the site over https with a valid certificate.',
  ],
  other_host: [
    'The domain redirects to another domain.',
    'Create a site for the target domain: events from other hosts are dropped.',
  ],
  snippet_missing: [
    'The home page does not contain the snippet.',
    'Add it to the head of every page. If a tag manager adds it, ignore this.',
  ],
  snippet_of_other_site: [
    'The home page contains a snippet with the key of another site.',
    'Replace it with the snippet of this site.',
  ],
  snippet_incomplete: [
    'The script of the home page lacks data-site or data-key, so it sends nothing.',
    'Copy the whole snippet of this site again.',
  ],
  consent_banner: [
    'The home page has a consent banner, which may block the script until a visitor agrees.',
    'Set in the banner when the script may run.',
  ],
  csp_may_block: [
    'The Content-Security-Policy of the home page restricts scripts.',
    'Add the origin of the snippet’s script to script-src and connect-src.',
  ],
  csp_blocks_script: [
    'The Content-Security-Policy of the home page blocks the snippet’s script.',
    'Add the origin of the script to script-src, or give the snippet the page’s nonce.',
  ],
  csp_blocks_events: [
    'The Content-Security-Policy of the home page blocks the script’s events.',
    'Add the origin of the script to connect-src.',
  ],
  snippet_twice: [
    'The home page contains the snippet more than once.',
    'Keep one: only the first that runs counts, and the others do nothing.',
  ],
  consent_required: [
    'The snippet sends nothing until headwater.consent(true) is called (data-consent="required").',
    'Call it once a visitor agrees. Remove the attribute if no consent is needed.',
  ],
  respects_opt_out: [
    'The snippet does not track visitors whose browser sends an opt-out signal (data-respect).',
    'Nothing to do. Expect fewer visitors than in the web server’s log.',
  ],
  storage_off: [
    'The snippet recognises visitors only within one page (data-storage="none").',
    'Visitor counts are too high. Remove the attribute for correct counts.',
  ],
  switched_off: [
    'Detection is disabled on this installation.',
    'Add the snippet to your pages, then check the site’s status for the first event.',
  ],
} as const;

export type FindingCode = keyof typeof FINDINGS;

export function finding(code: FindingCode): Finding {
  const [message, fix] = FINDINGS[code];
  return { code, message, fix };
}
