/** Directives that decide, the first one present counts (CSP level 3, section 6.8). */
const DIRECTIVES = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  connect: ['connect-src', 'default-src'],
} as const;

export type Fetches = keyof typeof DIRECTIVES;

const LONGEST_POLICY = 8_192;
const LONGEST_META = 4_000;
/** How many meta elements are looked at; the time to read a stranger's page must be bounded. */
const MOST_METAS = 200;
const HOST_SOURCE =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::(\d+|\*))?(\/.*)?$/i;

/** The policies of a page: those of its header, which commas divide, and those of its meta elements. */
export function policiesOf(header: string, html: string): string[] {
  const ofMeta = metaElements(html)
    .filter((tag) => /\shttp-equiv\s*=\s*["']?content-security-policy(?:["'\s]|$)/i.test(tag))
    .map((tag) => /\scontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag))
    .map((found) => found?.[1] ?? found?.[2] ?? '');
  return [...header.slice(0, LONGEST_POLICY).split(','), ...ofMeta]
    .map((each) => each.trim())
    .filter(Boolean);
}

function metaElements(html: string): string[] {
  const after = html.split(/<meta(?=\s)/i, MOST_METAS + 1).slice(1);
  return after.map((text) => {
    const end = text.slice(0, LONGEST_META).indexOf('>');
    return end < 0 ? '' : text.slice(0, end);
  });
}

/** What a policy lets scripts or connections come from; undefined when it says nothing of them. */
export function sourcesOf(policy: string, fetches: Fetches): readonly string[] | undefined {
  const directives = new Map<string, readonly string[]>();
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/);
    // A repeated directive is ignored.
    if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources);
  }
  const deciding = DIRECTIVES[fetches].find((name) => directives.has(name));
  return deciding === undefined ? undefined : directives.get(deciding);
}

/**
 * Whether a source list lets `url` be fetched by the page.
 *
 * @param nonce of the script element; `''` without one.
 */
export function allows(sources: readonly string[], url: URL, page: URL, nonce = ''): boolean {
  if (nonce !== '' && sources.includes(`'nonce-${nonce}'`)) return true;
  // Then lists of hosts are ignored (section 6.7.1.1).
  if (sources.some((source) => source.toLowerCase() === "'strict-dynamic'")) return false;
  return sources.some((source) => {
    if (source === '*') return true;
    if (source.toLowerCase() === "'self'") return url.origin === page.origin;
    if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) return fitsScheme(source.toLowerCase(), url);
    return fitsHost(source, url, page);
  });
}

/** http stands for https too. */
function fitsScheme(scheme: string, { protocol }: URL): boolean {
  return scheme === protocol || (scheme === 'http:' && protocol === 'https:');
}

function fitsHost(source: string, url: URL, page: URL): boolean {
  const [, scheme, host = '', port, path = ''] = HOST_SOURCE.exec(source) ?? [];
  if (host === '') return false;
  if (!fitsScheme(scheme ? `${scheme.toLowerCase()}:` : page.protocol, url)) return false;
  const name = host.toLowerCase();
  const fits =
    name === '*' || (name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name);
  const asked = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const fitsPort = port === '*' || (port === undefined ? url.port === '' : port === asked);
  const fitsPath =
    path === '' || (path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path);
  return fits && fitsPort && fitsPath;
}
