/** How long a session lasts from its sign-in on: fixed, so that no request of it has to write. */
export const SESSION_MS = 30 * 86_400_000;

/**
 * The name of the session's cookie. Over https its prefix makes browsers refuse one that a page of another host of the
 * domain has set (RFC 6265bis, section 4.1.3.2).
 */
export function sessionCookieName(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-hw_session' : 'hw_session';
}

/** `Set-Cookie` of a new session. Strict: only the dashboard's own pages need it, and these ask from their own origin. */
export function sessionCookie(secret: string, publicUrl: string): string {
  return `${sessionCookieName(publicUrl)}=${secret}; Max-Age=${SESSION_MS / 1_000}; ${attributes(publicUrl)}`;
}

/** `Set-Cookie` that removes it. */
function endedCookie(publicUrl: string): string {
  return `${sessionCookieName(publicUrl)}=; Max-Age=0; ${attributes(publicUrl)}`;
}

/**
 * The headers of a sign-out: without the cookie, and without what the browser kept of the answers. Not `"cookies"`: that
 * would sign people out of whatever else stands on the same domain.
 */
export function signedOutHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return { 'Set-Cookie': endedCookie(publicUrl), 'Clear-Site-Data': '"cache", "storage"' };
}

/** The session's secret in a `Cookie` header; undefined when there is none, or more than one. */
export function sessionSecretIn(header: string | undefined, publicUrl: string): string | undefined {
  const begin = `${sessionCookieName(publicUrl)}=`;
  const found = (header ?? '').split(';').flatMap((pair) => {
    const trimmed = pair.trim();
    return trimmed.startsWith(begin) ? [trimmed.slice(begin.length)] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

function attributes(publicUrl: string): string {
  return `Path=/; HttpOnly; SameSite=Strict${isSecure(publicUrl) ? '; Secure' : ''}`;
}

function isSecure(publicUrl: string): boolean {
  return new URL(publicUrl).protocol === 'https:';
}
