const LONGEST = 4000;

/**
 * The URL that names a page.
 *
 * A fragment belongs to it only when it is a hash router's path (`#/…` or `#!/…`). Any other is a place within
 * the page, or a secret (`#access_token=…`), and never leaves the browser.
 */
export function pageAddress(href: string): string {
  return href.replace(/#(?!!?\/).*/s, '').slice(0, LONGEST);
}
