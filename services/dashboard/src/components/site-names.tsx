import type { Schemas } from '@headwater/client/client';
import { createContext, type ComponentChildren } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import { useQuery } from '../api/hooks';
import { apiRequest } from '../api/request';
import { useMay } from '../api/session';
import { formatKey } from '../format/names';

/** The label of each site by its id, which is the key of the dimension `site`. */
const SiteNamesContext = createContext<ReadonlyMap<string, string>>(new Map());

/** Loads the names of the workspace's sites for its children. Without the scope `sites:read`, they see the ids. */
export function SiteNames({ children }: { readonly children: ComponentChildren }) {
  const canRead = useMay('sites:read');
  const { data } = useQuery(canRead ? apiRequest('/api/v1/sites', {}) : undefined);
  const names = useMemo(() => new Map(data?.sites.map((site) => [String(site.id), labelOf(site)])), [data]);
  return <SiteNamesContext.Provider value={names}>{children}</SiteNamesContext.Provider>;
}

/** The domain is unique in a workspace, the name is not. */
const labelOf = ({ name, domain }: Pick<Schemas['Site'], 'name' | 'domain'>): string =>
  name === domain ? domain : `${name} (${domain})`;

/** The label of each site by its id. Empty outside of `SiteNames` and until the sites are loaded. */
export const useSiteNames = (): ReadonlyMap<string, string> => useContext(SiteNamesContext);

/** A function that returns the label of a breakdown key, such as `Germany`, or the name of a site. */
export function useFormatKey(): (dimension: string, key: string) => string {
  const names = useSiteNames();
  return (dimension, key) => (dimension === 'site' && names.get(key)) || formatKey(dimension, key);
}
