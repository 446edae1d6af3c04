import type { Schemas } from '@headwater/client/client';

type Site = Pick<Schemas['Site'], 'name' | 'domain' | 'tags'>;

interface Search {
  /** Matches name, domain and tags, ignoring case. */
  readonly text: string;
  readonly tag: string | undefined;
}

/** Whether a site matches the search. */
export function isFound({ name, domain, tags }: Site, { text, tag }: Search): boolean {
  const words = text.toLowerCase().trim();
  return (
    (tag === undefined || tags.includes(tag)) &&
    [name, domain, ...tags].some((each) => each.toLowerCase().includes(words))
  );
}

/** The tags of all sites, sorted and without duplicates. */
export const tagsOf = (sites: readonly Site[]): string[] =>
  [...new Set(sites.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b));
