import { shortReferrer } from './event-fields';

/**
 * Wraps a function so that it never throws: an error must not break the page. Every entry point of the tracker (its API, listeners,
 * timers) is wrapped.
 */
export function harmless<Args extends unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
  return (...args) => {
    try {
      run(...args);
    } catch {
      // The page is more important than the event.
    }
  };
}

/** Adds a listener to the window for its own events and those that bubble. Errors of `run` are ignored. */
export function on<Type extends keyof (WindowEventMap & DocumentEventMap)>(
  type: Type,
  run: (event: (WindowEventMap & DocumentEventMap)[Type]) => void,
): void {
  // In the capturing phase: the page may stop the propagation.
  addEventListener(type, harmless(run) as EventListener, true);
}

/**
 * Calls back after everything that may change the page's address without a load: the history API, back and forward, the fragment.
 * The caller checks whether the address has changed.
 */
export function onNavigation(run: () => void): void {
  const changed = harmless(run);
  for (const method of ['pushState', 'replaceState'] as const) {
    const original = history[method].bind(history);
    history[method] = (...args) => {
      // An error of the original (a foreign URL) is the page's own and stays visible.
      original(...args);
      changed();
    };
  }
  on('popstate', changed);
  on('hashchange', changed);
}

/**
 * Reports clicks on links to other hosts (`outbound`) and to files (`download`), and submitted forms (`form`), as configured. URLs
 * are sent without query and fragment; form fields are never read.
 *
 * @param kinds the value of `data-auto`, such as `outbound,downloads,forms`
 */
export function onInteraction(
  kinds: string | undefined,
  report: (name: string, props: unknown) => void,
): void {
  /** Browsers save these files or open them with another program. */
  const file = /\.(7z|apk|csv|dmg|docx?|exe|gz|mp[34]|msi|pdf|pkg|pptx?|rar|txt|xlsx?|zip)$/i;
  const wants = (kind: string) => kinds?.includes(kind);

  const clicked = (event: MouseEvent) => {
    // The path includes open shadow trees and the link around an image. Only links have a protocol.
    const link = (event.composedPath() as HTMLAnchorElement[]).find((node) => /^http/.test(node.protocol));
    // `auxclick` is the middle button, which opens a tab, and the right one.
    if (!link || event.button > 1) return;
    const url = shortReferrer(link.href);
    if (wants('downloads') && (link.hasAttribute('download') || file.test(link.pathname)))
      report('download', { url });
    else if (wants('outbound') && link.host != location.host) report('outbound', { url });
  };
  on('click', clicked);
  on('auxclick', clicked);

  on('submit', ({ target }) => {
    // A field named `id` hides the form's own id; it is not text, so the property is left out.
    if (wants('forms')) report('form', { id: (target as Element).id });
  });
}
