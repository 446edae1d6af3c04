import type { Finding } from './detection';

/** Every finding: what it says and what to do. The first ones are why no page was seen. */
const FINDINGS = {
  name_not_found: [
    'The domain has no address in DNS.',
    'Check the spelling of the domain and its A and AAAA records.',
  ],
  private_address: [
    'The domain, or a redirect of it, leads to an address that is not public.',
    'Point it at a public address. Internal sites work all the same: place the snippet by hand.',
  ],
  unreachable: [
    'The home page could not be reached.',
    'Check that the web server answers on ports 443 and 80.',
  ],
  timed_out: [
    'The home page took more than 5 seconds.',
    'Check the web server, then ask for detection again.',
  ],
  too_many_redirects: [
    'The home page redirects more than 3 times.',
    'Let the domain redirect straight to its home page.',
  ],
  bad_redirect: [
    'The home page redirects to what is no plain web address.',
    'Redirect to http or https on its usual port, without a user name.',
  ],
  http_error: [
    'The home page answers with an error, or refuses visitors that are no browsers.',
    'Open the home page and check its status; a firewall may have to let HeadwaterDetect through.',
  ],
  not_html: [
    'The home page is not plain HTML.',
    'Serve text/html, without compression where none is asked for.',
  ],
  no_https: [
    'The home page could not be reached over https; it was read over http.',
    'Serve the site over https with a valid certificate.',
  ],
  other_host: [
    'The domain redirects to another domain.',
    'Create a site for the domain that visitors end on: events of other hosts are not counted.',
  ],
  snippet_missing: [
    'The snippet does not stand in the home page.',
    'Place it in the head of every page. If a tag manager adds it, ignore this.',
  ],
  snippet_of_other_site: [
    'A snippet stands in the home page, but with the key of another site.',
    'Replace it with the snippet of this site.',
  ],
  consent_banner: [
    'The home page has a consent banner, which may hold the script back until a visitor agrees.',
    'Decide in the banner’s settings when the script may run.',
  ],
  csp_may_block: [
    'The Content-Security-Policy of the home page names the scripts that may run.',
    'Add the origin of the snippet’s script to script-src and connect-src.',
  ],
  csp_blocks_script: [
    'The Content-Security-Policy of the home page keeps the snippet’s script from running.',
    'Add the origin of the script to script-src, or give the snippet the page’s nonce.',
  ],
  csp_blocks_events: [
    'The Content-Security-Policy of the home page keeps the script from sending events.',
    'Add the origin of the script to connect-src.',
  ],
  snippet_twice: [
    'The snippet stands in the home page more than once.',
    'Leave one; each further one counts every page again.',
  ],
  consent_required: [
    'The snippet sends nothing until headwater.consent(true) is called (data-consent="required").',
    'Call it once a visitor agrees; leave the attribute out where no consent is needed.',
  ],
  respects_opt_out: [
    'The snippet counts no visitor whose browser asks not to be tracked (data-respect).',
    'Nothing to do: expect fewer visitors than the server’s log shows.',
  ],
  storage_off: [
    'The snippet remembers visitors for one page only (data-storage="none").',
    'Expect more visitors than there are; leave the attribute out to count them right.',
  ],
  switched_off: [
    'Detection is switched off on this installation.',
    'Nothing to do: place the snippet by hand, and poll the status.',
  ],
} as const;

export type FindingCode = keyof typeof FINDINGS;

export function finding(code: FindingCode): Finding {
  const [message, fix] = FINDINGS[code];
  return { code, message, fix };
}
