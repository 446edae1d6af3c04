import type { Schemas } from '@headwater/client/client';

type Site = Pick<Schemas['Site'], 'name' | 'domain' | 'tags'>;

/** What is searched for. */
interface Wanted {
  /** In the name, the domain or a tag, whatever the case. */
  readonly text: string;
  readonly tag: string | undefined;
}

/** Whether a site is one that is searched for. */
export function isFound({ name, domain, tags }: Site, { text, tag }: Wanted): boolean {
  const words = text.toLowerCase().trim();
  return (
    (tag === undefined || tags.includes(tag)) &&
    [name, domain, ...tags].some((each) => each.toLowerCase().includes(words))
  );
}

/** Every tag that some site has, in order. */
export const tagsOf = (sites: readonly Site[]): string[] =>
  [...new Set(sites.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b));
