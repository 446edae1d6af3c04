import { on } from './on';
import { shortReferrer } from './short-address';

/** Files that browsers save or hand to another program. */
const FILE = /\.(7z|apk|csv|dmg|docx?|exe|gz|mp[34]|msi|pdf|pkg|pptx?|rar|txt|xlsx?|zip)$/i;

/**
 * Reports clicks on links to other hosts (`outbound`) and to files (`download`), and sent forms (`form`), where the
 * page asks for them. Addresses travel without query and fragment, and nothing of what was typed does.
 *
 * @param kinds the value of `data-auto`, such as `outbound,downloads,forms`
 */
export function onInteraction(kinds: string, report: (name: string, props: unknown) => void): void {
  const wants = (kind: string) => kinds.includes(kind);

  on(['click', 'auxclick'], (event) => {
    // The path sees into open shadow trees, and an image in a link leads to the link. Only links have a protocol.
    const link = (event.composedPath() as HTMLAnchorElement[]).find((node) => /^http/.test(node.protocol));
    // `auxclick` is the middle button, which opens a tab, but the right one as well.
    if (!link || event.button > 1) return;
    const url = shortReferrer(link.href);
    if (wants('downloads') && (link.hasAttribute('download') || FILE.test(link.pathname)))
      report('download', { url });
    else if (wants('outbound') && link.host != location.host) report('outbound', { url });
  });

  on(['submit'], ({ target }) => {
    // A field named `id` hides the form's own: no text then, so the property is left out.
    if (wants('forms')) report('form', { id: (target as Element).id });
  });
}
