import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { SitesDefinition } from '@headwater/protos/services';
import { checkCategories } from '../domain/check-categories';
import { checkDomain } from '../domain/check-domain';
import { checkName } from '../domain/check-name';
import { checkTags } from '../domain/check-tags';
import { checkTimezone, DEFAULT_TIMEZONE } from '../domain/check-timezone';
import { requireFields } from './require-fields';
import { siteMessage } from './site-message';
import type { SitesParts } from './sites-parts';

/** Makes a site, or answers with the active one of the same domain, unchanged. */
export function createSite(parts: SitesParts): Handlers<SitesDefinition>['CreateSite'] {
  return async (request, call) => {
    const workspaceId = call.workspaceId();
    const { domain, name, ...settings } = requireFields({
      domain: checkDomain(request.domain),
      ...(request.name === undefined ? {} : { name: checkName(request.name) }),
      timezone: checkTimezone(request.timezone ?? DEFAULT_TIMEZONE),
      categories: checkCategories(request.categories),
      tags: checkTags(request.tags),
    });
    const now = parts.clock.now();
    const expiresAt = request.expiresAtMs;
    if (expiresAt !== undefined && expiresAt <= now)
      throw failure('invalid_request', 'expires_at_ms must lie in the future.');
    const { site, existing } = await parts.store.createSite(workspaceId, {
      domain,
      name: name ?? domain,
      ...settings,
      detect: request.detect,
      siteKey: parts.newSiteKey(),
      createdAt: now,
      ...(expiresAt === undefined ? {} : { expiresAt }),
    });
    return { site: siteMessage(site), existing };
  };
}
