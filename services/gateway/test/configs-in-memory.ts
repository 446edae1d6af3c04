import type { CallContext, Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { Site__Output } from '@headwater/protos/gen/headwater/sites/v1/Site';
import type { SiteConfig__Output } from '@headwater/protos/gen/headwater/sites/v1/SiteConfig';
import type { SitesDefinition } from '@headwater/protos/services';

/** The configurations of the in-memory sites. Each change creates a new etag. */
export function configsInMemory(
  find: (siteId: number, call: CallContext) => Site__Output,
): Pick<Handlers<SitesDefinition>, 'GetConfig' | 'PutConfig'> {
  const kept = new Map<number, { config: SiteConfig__Output; version: number }>();
  const read = (siteId: number, call: CallContext) => {
    const { name, timezone, categories, tags } = find(siteId, call);
    const fresh = { config: { name, timezone, categories, tags, goals: [], funnels: [] }, version: 0 };
    return kept.get(siteId) ?? fresh;
  };
  return {
    GetConfig: ({ siteId }, call) => {
      const { config, version } = read(siteId, call);
      return Promise.resolve({ config, etag: `v${version}` });
    },
    PutConfig: ({ siteId, ifMatch, dryRun, ...changes }, call) => {
      const { config: before, version } = read(siteId, call);
      if (ifMatch.length > 0 && !ifMatch.includes(`v${version}`))
        throw failure('config_changed', 'The site is another by now.');
      const after = {
        name: changes.name ?? before.name,
        timezone: changes.timezone ?? before.timezone,
        categories: changes.categories?.values ?? before.categories,
        tags: changes.tags?.values ?? before.tags,
        goals: changes.goals?.values ?? before.goals,
        funnels: changes.funnels?.values ?? before.funnels,
      };
      if (!dryRun) kept.set(siteId, { config: after, version: version + 1 });
      return Promise.resolve({ before, after, etag: `v${version + 1}` });
    },
  };
}
