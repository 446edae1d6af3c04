/** Directives that apply; the first one present decides (CSP level 3, section 6.8). */
const DIRECTIVES = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  connect: ['connect-src', 'default-src'],
} as const;

export type Fetches = keyof typeof DIRECTIVES;

const MAX_POLICY_LENGTH = 8_192;
const MAX_META_LENGTH = 4_000;
/** Bounds the time spent on a hostile page. */
const MAX_METAS = 200;
const HOST_SOURCE =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::(\d+|\*))?(\/.*)?$/i;

/** The policies of a page, from its comma-separated header and its meta elements. */
export function policiesOf(header: string, html: string): string[] {
  const ofMeta = metaElements(html)
    .filter((tag) => /\shttp-equiv\s*=\s*["']?content-security-policy(?:["'\s]|$)/i.test(tag))
    .map((tag) => /\scontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag))
    .map((found) => found?.[1] ?? found?.[2] ?? '');
  return [...header.slice(0, MAX_POLICY_LENGTH).split(','), ...ofMeta]
    .map((each) => each.trim())
    .filter(Boolean);
}

function metaElements(html: string): string[] {
  const after = html.split(/<meta(?=\s)/i, MAX_METAS + 1).slice(1);
  return after.map((text) => {
    const end = text.slice(0, MAX_META_LENGTH).indexOf('>');
    return end < 0 ? '' : text.slice(0, end);
  });
}

/** The allowed sources of scripts or connections; undefined when the policy does not restrict them. */
export function sourcesOf(policy: string, fetches: Fetches): readonly string[] | undefined {
  const directives = new Map<string, readonly string[]>();
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    // Browsers ignore a repeated directive.
    if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  const applied = DIRECTIVES[fetches].find((name) => directives.has(name));
  return applied === undefined ? undefined : directives.get(applied);
}

/**
 * Whether a source list allows the page to fetch `url`.
 *
 * @param nonce of the script element; `''` without one.
 */
export function allows(sources: readonly string[], url: URL, page: URL, nonce = ''): boolean {
  if (nonce !== '' && sources.includes(`'nonce-${nonce}'`)) return true;
  // It disables host sources (section 6.7.1.1).
  if (sources.some((source) => source.toLowerCase() === "'strict-dynamic'")) return false;
  return sources.some((source) => {
    if (source === '*') return true;
    if (source.toLowerCase() === "'self'") return url.origin === page.origin;
    if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) return matchesScheme(source.toLowerCase(), url);
    return matchesHost(source, url, page);
  });
}

/** `http:` also matches https. */
function matchesScheme(scheme: string, { protocol }: URL): boolean {
  return scheme === protocol || (scheme === 'http:' && protocol === 'https:');
}

function matchesHost(source: string, url: URL, page: URL): boolean {
  const [, scheme, host = '', port, path = ''] = HOST_SOURCE.exec(source) ?? [];
  if (host === '') return false;
  if (!matchesScheme(scheme ? `${scheme.toLowerCase()}:` : page.protocol, url)) return false;
  const name = host.toLowerCase();
  const matchesName =
    name === '*' || (name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name);
  const actualPort = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const matchesPort = port === '*' || (port === undefined ? url.port === '' : port === actualPort);
  const matchesPath =
    path === '' || (path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path);
  return matchesName && matchesPort && matchesPath;
}
