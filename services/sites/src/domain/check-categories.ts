import { SITE_CATEGORIES, type SiteCategory } from '@headwater/protos/vocabulary';
import { accepted, refused, type Checked } from './checked';

/** Built-in site types, each once, in the order given: the first is the primary type. */
export function checkCategories(slugs: readonly string[]): Checked<readonly SiteCategory[]> {
  const unknown = slugs.findIndex((slug) => !isCategory(slug));
  if (unknown >= 0) {
    return refused(`Not a built-in category. The categories are: ${SITE_CATEGORIES.join(', ')}.`, unknown);
  }
  return accepted([...new Set(slugs.filter(isCategory))]);
}

function isCategory(slug: string): slug is SiteCategory {
  return (SITE_CATEGORIES as readonly string[]).includes(slug);
}
