import { assertNever, type FieldError } from '@headwater/kit/errors';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { PutConfigRequest__Output } from '@headwater/protos/gen/headwater/sites/v1/PutConfigRequest';
import type { SiteConfig as ConfigMessage } from '@headwater/protos/gen/headwater/sites/v1/SiteConfig';
import type { SitesDefinition } from '@headwater/protos/services';
import { checkCategories } from '../domain/check-categories';
import { checkFunnel } from '../domain/check-funnel';
import { checkGoal } from '../domain/check-goal';
import { checkName } from '../domain/check-name';
import { checkTags } from '../domain/check-tags';
import { checkTimezone } from '../domain/check-timezone';
import { etagOf, type SiteConfig } from '../domain/site-config';
import { funnelMessage, goalMessage, MOST_DEFINITIONS } from './definitions';
import { requireFields } from './require-fields';
import { requireSiteId, siteNotFound } from './site-not-found';
import type { SitesParts } from './sites-parts';

/** The site as a document that is kept elsewhere, such as in git: read and put. */
export function configHandlers({
  store,
  clock,
}: SitesParts): Pick<Handlers<SitesDefinition>, 'GetConfig' | 'PutConfig'> {
  return {
    GetConfig: async ({ siteId }, call) => {
      const config = await store.getConfig({
        workspaceId: call.workspaceId(),
        siteId: requireSiteId(siteId),
      });
      if (!config) throw siteNotFound();
      return { config: configMessage(config), etag: etagOf(config) };
    },
    PutConfig: async (request, call) => {
      const site = { workspaceId: call.workspaceId(), siteId: requireSiteId(request.siteId) };
      const changes = { ...settingsOf(request), ...definitionsOf(request) };
      const { ifMatch, dryRun } = request;
      const put = await store.putConfig(site, { changes, ifMatch, dryRun, at: clock.now() });
      switch (put.outcome) {
        case 'put':
          return {
            before: configMessage(put.before),
            after: configMessage(put.after),
            etag: etagOf(put.after),
          };
        case 'not_found':
          throw siteNotFound();
        case 'changed':
          throw failure(
            'config_changed',
            'The site is not as If-Match has it. Read it again and look at what changed.',
          );
        default:
          return assertNever(put);
      }
    },
  };
}

function settingsOf({ name, timezone, categories, tags }: PutConfigRequest__Output): Partial<SiteConfig> {
  return requireFields({
    ...(name === undefined ? {} : { name: checkName(name) }),
    ...(timezone === undefined ? {} : { timezone: checkTimezone(timezone) }),
    ...(categories ? { categories: checkCategories(categories.values) } : {}),
    ...(tags ? { tags: checkTags(tags.values) } : {}),
  });
}

/** @throws `invalid_request` naming every field that was refused. */
function definitionsOf({ goals, funnels }: PutConfigRequest__Output): Partial<SiteConfig> {
  const problems: FieldError[] = [];
  const checkAll = <Raw, D extends { readonly name: string }>(
    list: string,
    raw: readonly Raw[],
    check: (raw: Raw, tell: (problem: FieldError) => void) => D,
  ): D[] => {
    if (raw.length > MOST_DEFINITIONS)
      problems.push({ field: list, message: `must be at most ${MOST_DEFINITIONS}` });
    const names = new Set<string>();
    return raw.slice(0, MOST_DEFINITIONS).map((each, index) => {
      const at = `${list}[${index}].`;
      const value = check(each, ({ field, message }) => problems.push({ field: `${at}${field}`, message }));
      if (names.has(value.name))
        problems.push({ field: `${at}name`, message: 'stands twice: a name is what it is known by' });
      names.add(value.name);
      return value;
    });
  };
  const checked = {
    ...(goals ? { goals: checkAll('goals', goals.values, (raw, tell) => checkGoal(raw, '', tell)) } : {}),
    ...(funnels ? { funnels: checkAll('funnels', funnels.values, checkFunnel) } : {}),
  };
  if (problems.length === 0) return checked;
  const summary = problems.slice(0, 3).map(({ field, message }) => `${field} ${message}`);
  throw failure('invalid_request', `${summary.join('; ')}.`, { fields: problems.slice(0, 50) });
}

function configMessage({ categories, tags, goals, funnels, ...texts }: SiteConfig): ConfigMessage {
  return {
    ...texts,
    categories: [...categories],
    tags: [...tags],
    goals: goals.map(goalMessage),
    funnels: funnels.map(funnelMessage),
  };
}
