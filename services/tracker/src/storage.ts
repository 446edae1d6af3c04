import { cookieDomain } from './cookie-domain';

/** Small named texts that outlive the page, as far as the site and the browser allow. */
export interface Storage {
  /** `''` when there is none. */
  read: (name: string) => string;
  /**
   * @param value `''` removes the text
   * @param seconds given: shared with the site's subdomains by a cookie of that age
   */
  write: (name: string, value: string, seconds?: number) => void;
  /** True when cookies set by that host reach the site: the collector may then renew ours. */
  sharesCookies: (host: string) => boolean;
}

/**
 * Storage by `data-storage`: `cookie` is mirrored in localStorage, `local` uses only that, anything else (and
 * every place the browser denies) falls back to memory.
 */
export function openStorage(mode: string): Storage {
  const memory: Record<string, string> = {};
  const cookies = mode == 'cookie';
  const local = cookies || mode == 'local';
  let domain: string | undefined;

  // Reading `localStorage` or `document.cookie` itself throws in sandboxed frames and where cookies are blocked.
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

  function writeCookie(name: string, value: string, seconds: number): void {
    const on = findDomain() && `;domain=${domain}`;
    const secure = location.protocol == 'https:' ? ';secure' : '';
    document.cookie = `${name}=${value};path=/;max-age=${seconds};samesite=lax${on}${secure}`;
  }

  function write(name: string, value: string, seconds?: number): void {
    memory[name] = value;
    if (local) {
      attempt(() => {
        if (value) localStorage.setItem(name, value);
        else localStorage.removeItem(name);
        // Else a tab would believe its own copy when another tab has emptied the shared one.
        memory[name] = '';
      });
    }
    if (cookies && seconds != null) attempt(() => writeCookie(name, encodeURIComponent(value), seconds));
  }

  return {
    write,
    read(name) {
      const cookie = () => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1] || '';
      return (
        (cookies && attempt(() => decodeURIComponent(cookie()))) ||
        (local && attempt(() => localStorage.getItem(name))) ||
        memory[name] ||
        ''
      );
    },
    sharesCookies(host) {
      return cookies && !!findDomain() && `.${host}`.endsWith(`.${domain}`);
    },
  };
}
