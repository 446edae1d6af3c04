import type { Annotation__Output } from '@headwater/protos/gen/headwater/sites/v1/Annotation';
import type { Funnel__Output } from '@headwater/protos/gen/headwater/sites/v1/Funnel';
import { configsInMemory } from './configs-in-memory';
import { savedViewsInMemory } from './saved-views-in-memory';
import type { Goal__Output } from '@headwater/protos/gen/headwater/sites/v1/Goal';
import { failure } from '@headwater/protos/error-codes';
import type { Site__Output } from '@headwater/protos/gen/headwater/sites/v1/Site';
import type { SitesDefinition } from '@headwater/protos/services';
import type { CallContext, Handlers } from '@headwater/kit/rpc/types';

const MONTH = 30 * 24 * 60 * 60 * 1_000;

/** A retention that waits, of a site that has removed days. */
const retained = (days: number) => ({
  ...{ days, appliesAtMs: Date.parse('2026-11-08T12:00:00Z') },
  ...{ fromDay: '2026-10-02', fromMs: Date.parse('2026-10-02'), removedBeforeDay: '2026-11-01' },
});

/** In-memory sites of all workspaces: lower-cases domains, without other checks. */
export function sitesInMemory(now: number): Partial<Handlers<SitesDefinition>> {
  const rows: { workspaceId: number; site: Site__Output }[] = [];
  const find = (id: number, call: CallContext, deleted = false): { site: Site__Output } => {
    const row = rows.find((each) => each.site.id === id && each.workspaceId === call.workspaceId());
    if (!row || (row.site.deletedAtMs !== undefined) !== deleted)
      throw failure('site_not_found', `Site ${id} is not there.`);
    return row;
  };
  const goals: { siteId: number; goal: Goal__Output }[] = [];
  const funnels: { siteId: number; funnel: Funnel__Output }[] = [];
  const findGoal = (reference: { siteId: number; id: number }, call: CallContext) => {
    find(reference.siteId, call);
    const row = goals.find(({ siteId, goal }) => siteId === reference.siteId && goal.id === reference.id);
    if (!row) throw failure('goal_not_found', 'This site has no such goal.');
    return row;
  };
  const findFunnel = (reference: { siteId: number; id: number }, call: CallContext) => {
    find(reference.siteId, call);
    const row = funnels.find(
      ({ siteId, funnel }) => siteId === reference.siteId && funnel.id === reference.id,
    );
    if (!row) throw failure('funnel_not_found', 'This site has no such funnel.');
    return row;
  };
  const annotations: { siteId: number; annotation: Annotation__Output }[] = [];
  const findAnnotation = (reference: { siteId: number; id: number }, call: CallContext) => {
    find(reference.siteId, call);
    const row = annotations.find(
      ({ siteId, annotation }) => siteId === reference.siteId && annotation.id === reference.id,
    );
    if (!row) throw failure('annotation_not_found', 'This site has no such annotation.');
    return row;
  };
  return {
    ListGoals: ({ siteId }, call) => {
      find(siteId, call);
      return Promise.resolve({ goals: goals.filter((row) => row.siteId === siteId).map(({ goal }) => goal) });
    },
    CreateGoal: ({ siteId, goal }, call) => {
      find(siteId, call);
      if (!goal) throw failure('invalid_request', 'The definition is missing.');
      const made = { ...goal, id: goals.length + 1 };
      goals.push({ siteId, goal: made });
      return Promise.resolve(made);
    },
    GetGoal: (reference, call) => Promise.resolve(findGoal(reference, call).goal),
    UpdateGoal: ({ filters, ...reference }, call) => {
      const { goal } = findGoal(reference, call);
      const { name = goal.name, type = goal.type, event = goal.event, path = goal.path } = reference;
      return Promise.resolve(
        Object.assign(goal, { name, type, event, path, filters: filters?.values ?? goal.filters }),
      );
    },
    DeleteGoal: (reference, call) => {
      goals.splice(goals.indexOf(findGoal(reference, call)), 1);
      return Promise.resolve({ id: reference.id });
    },
    ListFunnels: ({ siteId }, call) => {
      find(siteId, call);
      const own = funnels.filter((row) => row.siteId === siteId).map(({ funnel }) => funnel);
      return Promise.resolve({ funnels: own });
    },
    CreateFunnel: ({ siteId, funnel }, call) => {
      find(siteId, call);
      if (!funnel) throw failure('invalid_request', 'The definition is missing.');
      const made = { ...funnel, id: funnels.length + 1 };
      funnels.push({ siteId, funnel: made });
      return Promise.resolve(made);
    },
    GetFunnel: (reference, call) => Promise.resolve(findFunnel(reference, call).funnel),
    UpdateFunnel: ({ steps, ...reference }, call) => {
      const { funnel } = findFunnel(reference, call);
      const { name = funnel.name, windowHours = funnel.windowHours } = reference;
      return Promise.resolve(
        Object.assign(funnel, { name, windowHours, steps: steps?.values ?? funnel.steps }),
      );
    },
    DeleteFunnel: (reference, call) => {
      funnels.splice(funnels.indexOf(findFunnel(reference, call)), 1);
      return Promise.resolve({ id: reference.id });
    },
    ListAnnotations: ({ siteId, from = '', to = '9' }, call) => {
      find(siteId, call);
      const own = annotations.filter((row) => row.siteId === siteId).map(({ annotation }) => annotation);
      return Promise.resolve({ annotations: own.filter(({ day }) => day >= from && day <= to) });
    },
    CreateAnnotation: ({ siteId, day, text }, call) => {
      find(siteId, call);
      const annotation = { id: annotations.length + 1, day, text, createdAtMs: now, updatedAtMs: now };
      annotations.push({ siteId, annotation });
      return Promise.resolve(annotation);
    },
    UpdateAnnotation: ({ day, text, ...reference }, call) => {
      const { annotation } = findAnnotation(reference, call);
      annotation.day = day ?? annotation.day;
      annotation.text = text ?? annotation.text;
      return Promise.resolve(annotation);
    },
    DeleteAnnotation: (reference, call) => {
      annotations.splice(annotations.indexOf(findAnnotation(reference, call)), 1);
      return Promise.resolve({ id: reference.id });
    },
    ListSites: ({ deleted }, call) =>
      Promise.resolve({
        sites: rows
          .filter((row) => row.workspaceId === call.workspaceId())
          .filter(({ site }) => (site.deletedAtMs !== undefined) === deleted)
          .map(({ site }) => site),
      }),
    CreateSite: ({ domain, name, timezone, categories, tags, detect, retentionDays }, call) => {
      const workspaceId = call.workspaceId();
      const known = rows.find(
        (row) =>
          row.workspaceId === workspaceId &&
          row.site.domain === domain.toLowerCase() &&
          row.site.deletedAtMs === undefined,
      );
      if (known) return Promise.resolve({ site: known.site, existing: true });
      const site: Site__Output = {
        id: rows.length + 1,
        domain: domain.toLowerCase(),
        name: name ?? domain.toLowerCase(),
        timezone: timezone ?? 'UTC',
        installed: false,
        clickIds: false,
        exclusions: null,
        categories,
        tags,
        createdAtMs: now,
        siteKey: `key-${rows.length + 1}`,
        retention: retentionDays === undefined ? {} : { days: retentionDays },
        ...(detect ? { detection: { status: 'pending', suggestedCategories: [], findings: [] } } : {}),
      };
      rows.push({ workspaceId, site });
      return Promise.resolve({ site, existing: false });
    },
    GetSite: ({ id }, call) => Promise.resolve(find(id, call).site),
    UpdateSite: (request, call) => {
      const { id, name, timezone, categories, tags, unset, scrub, clickIds, retentionDays } = request;
      const { excludedPaths, excludedAddresses } = request;
      const row = find(id, call);
      const settings = { categories: [], tags: [], scrub: true, clickIds: false };
      const { paths, addresses } = row.site.exclusions ?? { paths: [], addresses: [] };
      const defaults = { name: row.site.domain, timezone: 'UTC', ...settings };
      Object.assign(row.site, {
        ...(name === undefined ? {} : { name }),
        ...(timezone === undefined ? {} : { timezone }),
        ...(categories ? { categories: categories.values } : {}),
        ...(tags ? { tags: tags.values } : {}),
        ...(scrub === undefined ? {} : { scrub }),
        ...(clickIds === undefined ? {} : { clickIds }),
        exclusions: {
          paths: excludedPaths?.values ?? (unset.includes('excludedPaths') ? [] : paths),
          addresses: excludedAddresses?.values ?? (unset.includes('excludedAddresses') ? [] : addresses),
        },
        ...(retentionDays === undefined ? {} : { retention: retained(retentionDays) }),
        ...(unset.includes('retentionDays') ? { retention: {} } : {}),
        ...Object.fromEntries(Object.entries(defaults).filter(([field]) => unset.includes(field))),
      });
      return Promise.resolve(row.site);
    },
    DeleteSite: ({ id }, call) => {
      Object.assign(find(id, call).site, { deletedAtMs: now, purgeAtMs: now + MONTH });
      return Promise.resolve({ id, purgeAtMs: now + MONTH });
    },
    DetectSite: ({ siteId }, call) => {
      const { site } = find(siteId, call);
      site.detection ??= { status: 'pending', suggestedCategories: [], findings: [] };
      return Promise.resolve(site.detection);
    },
    ListPurges: ({ beforeMs = Infinity, beforeSiteId, limit }, call) => {
      const purges = rows
        .filter(({ workspaceId, site }) => workspaceId === call.workspaceId() && site.purgeAtMs !== undefined)
        .filter(({ site }) => site.domain.startsWith('purged'))
        .map(({ site }) => ({ siteId: site.id, state: 'purging', beganAtMs: site.createdAtMs }))
        .filter(({ siteId, beganAtMs: at }) => at < beforeMs || (at === beforeMs && siteId < beforeSiteId))
        .reverse();
      return Promise.resolve({ purges: purges.slice(0, limit) });
    },
    ...savedViewsInMemory(now),
    ...configsInMemory((siteId, call) => find(siteId, call).site),
    GetPurge: ({ siteId }, call) => {
      const row = rows.find((each) => each.site.id === siteId && each.workspaceId === call.workspaceId());
      if (!row) throw failure('site_not_found', 'No such site.');
      const { deletedAtMs, purgeAtMs } = row.site;
      if (deletedAtMs === undefined || purgeAtMs === undefined)
        return Promise.resolve({ siteId, state: 'active' });
      const done = row.site.domain.startsWith('purged');
      return Promise.resolve({
        siteId,
        state: done ? 'purged' : 'scheduled',
        deletedAtMs,
        purgeAtMs,
        ...(done ? { beganAtMs: purgeAtMs, finishedAtMs: purgeAtMs + 5, rows: { events: 3 } } : {}),
      });
    },
    RestoreSite: ({ id }, call) => {
      const { site } = find(id, call, true);
      delete site.deletedAtMs;
      delete site.purgeAtMs;
      return Promise.resolve(site);
    },
  };
}
