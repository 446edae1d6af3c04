import { createHash, randomBytes } from 'node:crypto';

/** Durations of sessions, in milliseconds. */
export interface SessionTimes {
  /** Lifetime of a session from its sign-in. */
  readonly maxMs: number;
  /** A session ends when it is unused for so long. */
  readonly idleMs: number;
  /** Age of a sign-in up to which a session may create or show secrets. */
  readonly recentMs: number;
}

/** The last use of a session is recorded once in this time, so that requests rarely write. */
export const USE_RECORDED_MS = 300_000;

/** Lifetime of a sign-in link. */
export const SIGN_IN_LINK_MS = 600_000;

/** Time in which the page that used a link may repeat the sign-in, in case the response was lost. */
export const SIGN_IN_RETRY_MS = 60_000;

/** The URL of a sign-in link. Its code is in the fragment, which browsers don't send: it reaches no log and no link scanner. */
export function signInUrl(publicUrl: string, code: string): string {
  return `${publicUrl}/sign-in#${code}`;
}

const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** Generates a secret of 256 random bits in base64url for a link or a cookie, and the hash to store. */
export function generateSecret(): { readonly text: string; readonly hash: Buffer } {
  const text = randomBytes(32).toString('base64url');
  return { text, hash: sha256(text) };
}

/** The stored hash of a secret; undefined for malformed text. */
export function hashSecret(text: string): Buffer | undefined {
  return SECRET.test(text) ? sha256(text) : undefined;
}

/** The stored hash of a pair of secrets; undefined for malformed text. */
export function hashSecretPair(first: string, second: string): Buffer | undefined {
  return SECRET.test(first) && SECRET.test(second) ? sha256(`${first}.${second}`) : undefined;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * The name of the session cookie. Over https, browsers reject a cookie with the `__Host-` prefix that another host of the
 * domain sets (RFC 6265bis, section 4.1.3.2).
 */
export function sessionCookieName(publicUrl: string): string {
  return isSecure(publicUrl) ? '__Host-hw_session' : 'hw_session';
}

/** `Set-Cookie` of a new session. `SameSite=Strict`, because only same-origin dashboard pages send it. */
export function sessionCookie(secret: string, publicUrl: string, maxMs: number): string {
  return `${sessionCookieName(publicUrl)}=${secret}; Max-Age=${maxMs / 1_000}; ${attributes(publicUrl)}`;
}

/**
 * Headers of a sign-out: delete the cookie, and the browser's cache and storage of this origin. `Clear-Site-Data` omits
 * "cookies", which would sign the user out of other applications on the same domain.
 */
export function signedOutHeaders(publicUrl: string): Readonly<Record<string, string>> {
  const expiredCookie = `${sessionCookieName(publicUrl)}=; Max-Age=0; ${attributes(publicUrl)}`;
  return { 'Set-Cookie': expiredCookie, 'Clear-Site-Data': '"cache", "storage"' };
}

/** The session secret in a `Cookie` header; undefined if there is none or more than one. */
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

type Rules = readonly (readonly [name: string, pattern: RegExp])[];

/** The first match wins: browsers also name the browsers that they resemble. */
const BROWSERS: Rules = [
  ['Edge', /\bEdgA?(?:iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
];

const SYSTEMS: Rules = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** Browser family and system of a `User-Agent`, such as "Firefox on Linux". Contains no text of the header. */
export function browserName(userAgent: string | undefined): string {
  const nameIn = (rules: Rules, fallback: string): string =>
    rules.find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0] ?? fallback;
  return `${nameIn(BROWSERS, 'Other browser')} on ${nameIn(SYSTEMS, 'another system')}`;
}
