/** How long a sign-in link works. */
export const SIGN_IN_LINK_MS = 600_000;

/** How long the page that used a link may try again, should the answer have been lost on its way. */
export const SIGN_IN_RETRY_MS = 60_000;

/**
 * The link that a code makes. In the fragment, which browsers send to nobody: no log holds it, and a program that looks
 * at links on their way does not use it up.
 */
export function signInUrl(publicUrl: string, code: string): string {
  return `${publicUrl}/sign-in#${code}`;
}
