/** Stores small texts by name beyond the page, as far as the site and the browser permit. */
export interface Storage {
  /** `''` without a text. */
  read: (name: string) => string;
  /**
   * @param value `''` removes the text
   * @param seconds if given, shared with the site's subdomains by a cookie of that age
   */
  write: (name: string, value: string, seconds?: number) => void;
  /** True when the host can set cookies for the site: the collector may then renew the visitor's. */
  sharesCookies: (host: string) => unknown;
}

/**
 * Returns the storage for `data-storage`: `cookie`, the default, is mirrored in localStorage, `local` uses only localStorage. Any other value, and
 * storage that the browser denies, falls back to memory.
 */
export function openStorage(mode: string | undefined): Storage {
  const memory: Record<string, string> = {};
  const cookies = !mode || mode == 'cookie';
  const local = cookies || mode == 'local';
  let domain: string | undefined;

  // Reading `localStorage` or `document.cookie` throws in sandboxed frames and when cookies are blocked.
  function attempt(access: () => unknown): string {
    try {
      return (access() || '') as string;
    } catch {
      return '';
    }
  }

  function findDomain(): string {
    return (domain ??= attempt(() => cookieDomain(location.hostname)));
  }

  function write(name: string, value: string, seconds?: number): void {
    memory[name] = value;
    if (local) {
      attempt(() => {
        localStorage[value ? 'setItem' : 'removeItem'](name, value);
        // Otherwise a tab would use its own copy after another tab has removed the shared one.
        memory[name] = '';
      });
    }
    if (cookies && seconds != null) {
      attempt(() => {
        const on = findDomain() && `;domain=${domain}`;
        const secure = location.protocol == 'https:' ? ';secure' : '';
        document.cookie = `${name}=${encodeURIComponent(value)};path=/;max-age=${seconds};samesite=lax${on}${secure}`;
      });
    }
  }

  return {
    write,
    read(name) {
      // Without such a cookie, the match is null and reading its group throws.
      const cookie = () =>
        decodeURIComponent((document.cookie.match(`(?:^|; )${name}=([^;]*)`) as string[])[1] as string);
      return (
        (cookies && attempt(cookie)) ||
        (local && attempt(() => localStorage.getItem(name))) ||
        memory[name] ||
        ''
      );
    },
    sharesCookies(host) {
      return cookies && findDomain() && `.${host}`.endsWith(`.${domain}`);
    },
  };
}

/**
 * Returns the site's registered domain (`example.co.uk` on `www.example.co.uk`), or undefined if only host cookies are possible.
 *
 * Browsers know the public suffix list and reject a cookie on `co.uk`: the registered domain is the shortest parent domain that
 * accepts one. The script needs no list of its own.
 */
function cookieDomain(host: string): string | undefined {
  const probe = 'hw_t=1';
  let domain = '';
  for (const label of host.split('.').reverse()) {
    domain = label + (domain && `.${domain}`);
    const attributes = `;samesite=lax;domain=${domain}`;
    document.cookie = probe + attributes;
    if (document.cookie.includes(probe)) {
      document.cookie = `${probe};max-age=0${attributes}`;
      return domain;
    }
  }
  return undefined;
}
