import { defineEndpoint } from '../http/endpoint';
import { siteVisitorParams } from './shapes/site-params';
import { visitorJson, visitorSchema } from './shapes/visitor-shape';
import { windowQuery } from './shapes/window-query';

/** `GET /api/v1/sites/{id}/visitors/{visitorId}`: one visitor, by the pseudonym of an export. */
export const getVisitor = defineEndpoint({
  operationId: 'getVisitor',
  summary:
    'Follow one visitor through its sessions, by a visitorId of an export; the last 730 days by default',
  tag: 'Export',
  method: 'get',
  path: '/api/v1/sites/{id}/visitors/{visitorId}',
  scope: 'export',
  params: siteVisitorParams,
  query: windowQuery,
  responses: { 200: { description: 'Sessions and events', schema: visitorSchema } },
  failures: ['site_not_found', 'visitor_not_found', 'query_too_heavy'],
  run: async ({ principal, params: { id, visitorId }, query, call }, { sites, analytics, visitorKeyOf }) => {
    const [{ timezone }, visitorKey] = await Promise.all([
      sites.GetSite({ id }, call),
      visitorKeyOf(principal.workspaceId),
    ]);
    const question = { siteId: id, timezone, ...query };
    const answer = await analytics.GetVisitor({ question, visitorId, visitorKey }, call);
    return { status: 200, body: visitorJson(visitorId, answer) };
  },
});
