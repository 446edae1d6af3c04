import { assertNever, type FieldError } from '@headwater/kit/errors';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { PutConfigRequest__Output } from '@headwater/protos/gen/headwater/sites/v1/PutConfigRequest';
import type { SiteConfig as ConfigMessage } from '@headwater/protos/gen/headwater/sites/v1/SiteConfig';
import type { SitesDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import { checkFunnel, checkGoal, type Report } from '../domain/goals-and-funnels';
import { etagOf, type SiteConfig } from '../domain/site-config';
import { getConfig, putConfig } from '../store/site-config';
import { funnelMessage, goalMessage, MAX_DEFINITIONS } from './goals-and-funnels';
import { checkSettings } from './sites';
import { requireSiteId, siteNotFound } from './validate';

/** Returns a site's configuration as one document, with its etag. */
export function createGetConfig({ db }: Dependencies): Handlers<SitesDefinition>['GetConfig'] {
  return async ({ siteId }, call) => {
    const site = { workspaceId: call.workspaceId(), siteId: requireSiteId(siteId) };
    const config = await getConfig(db, site);
    if (!config) throw siteNotFound();
    return { config: configMessage(config), etag: etagOf(config) };
  };
}

/** Replaces the given parts of a site's configuration, all or nothing. A dry run only returns the result. */
export function createPutConfig({ db, clock }: Dependencies): Handlers<SitesDefinition>['PutConfig'] {
  return async (request, call) => {
    const site = { workspaceId: call.workspaceId(), siteId: requireSiteId(request.siteId) };
    const changes = { ...checkSettings(request), ...checkDefinitions(request) };
    const { ifMatch, dryRun } = request;
    const now = clock.now();
    const put = await putConfig(db, site, { changes, ifMatch, dryRun, at: now });
    switch (put.outcome) {
      case 'put': {
        const { before, after } = put;
        return { before: configMessage(before), after: configMessage(after), etag: etagOf(after) };
      }
      case 'not_found':
        throw siteNotFound();
      case 'changed':
        throw failure(
          'config_changed',
          'The configuration changed since you read it. Fetch it, apply your changes and retry.',
        );
      default:
        return assertNever(put);
    }
  };
}

/** @throws `invalid_request` with every refused field. */
function checkDefinitions({
  goals,
  funnels,
  unset,
}: PutConfigRequest__Output): Partial<Pick<SiteConfig, 'goals' | 'funnels'>> {
  const problems: FieldError[] = [];
  const checkAll = <Raw, D extends { readonly name: string }>(
    list: string,
    raw: readonly Raw[],
    check: (raw: Raw, report: Report) => D,
  ): D[] => {
    if (raw.length > MAX_DEFINITIONS)
      problems.push({ field: list, message: `must be at most ${MAX_DEFINITIONS}` });
    const names = new Set<string>();
    return raw.slice(0, MAX_DEFINITIONS).map((each, index) => {
      const prefix = `${list}[${index}].`;
      const value = check(each, ({ field, message }) =>
        problems.push({ field: `${prefix}${field}`, message }),
      );
      if (names.has(value.name))
        problems.push({ field: `${prefix}name`, message: 'must be unique: names identify definitions' });
      names.add(value.name);
      return value;
    });
  };
  const definitions = {
    ...(goals ? { goals: checkAll('goals', goals.values, checkGoal) } : {}),
    ...(funnels ? { funnels: checkAll('funnels', funnels.values, checkFunnel) } : {}),
    ...(unset.includes('goals') ? { goals: [] } : {}),
    ...(unset.includes('funnels') ? { funnels: [] } : {}),
  };
  if (problems.length === 0) return definitions;
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
