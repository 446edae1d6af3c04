import { runOnce } from '@headwater/kit/pg/operations';
import type { Pool } from '@headwater/kit/pg/pool';
import { mutatingMethods } from '@headwater/kit/rpc/load-service';
import type { CallContext, Handlers, MethodName } from '@headwater/kit/rpc/types';
import { loadSites, type SitesDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
import {
  createCreateAnnotation,
  createDeleteAnnotation,
  createListAnnotations,
  createUpdateAnnotation,
} from './annotations';
import { createClaimEvents, createReleaseClaims } from './event-claims';
import {
  createCreateFunnel,
  createCreateGoal,
  createDeleteFunnel,
  createDeleteGoal,
  createGetFunnel,
  createGetGoal,
  createListFunnels,
  createListGoals,
  createUpdateFunnel,
  createUpdateGoal,
} from './goals-and-funnels';
import {
  createBeginAudit,
  createBeginPurge,
  createFinishPurge,
  createGetPurge,
  createListDue,
  createListPurges,
  createListDeletions,
  createListPurgeTimes,
  createListSitesToAudit,
  createRecordAudit,
  createRepeatDeletion,
} from './purges';
import { createBeginRetention, createFinishRetention, createListRetentionDue } from './retention';
import {
  createCreateSavedView,
  createDeleteSavedView,
  createListSavedViews,
  createUpdateSavedView,
} from './saved-views';
import { createGetConfig, createPutConfig } from './site-config';
import {
  createCreateSite,
  createDeleteSite,
  createDetectSite,
  createGetSite,
  createListSites,
  createMarkInstalled,
  createRestoreSite,
  createUpdateSite,
  createVerifySiteKey,
} from './sites';
import { createListNotices, createRecordNotices, createRemoveUserIds } from './webhook-events';
import {
  createCreateWebhook,
  createDeleteWebhook,
  createGetWebhook,
  createListDeliveries,
  createListWebhooks,
  createReplayWebhook,
  createRotateWebhookSecret,
  createTestWebhook,
  createUpdateWebhook,
} from './webhooks';

/**
 * Methods with effects whose repeat returns the same answer by itself: jobs and other services call them often. All other methods
 * with effects run once per operation.
 */
const REPEATABLE: readonly MethodName<SitesDefinition>[] = [
  'MarkInstalled',
  'BeginPurge',
  'FinishPurge',
  'BeginRetention',
  'FinishRetention',
  'RepeatDeletion',
  'BeginAudit',
  'RecordAudit',
  'ClaimEvents',
  'ReleaseClaims',
  'RecordNotices',
  'RemoveUserIds',
];

/** Every method of the service. Methods with effects store their answer by operation id, in the transaction of the effect. */
export function createHandlers(
  dependencies: Dependencies & { readonly db: Pool },
): Handlers<SitesDefinition> {
  const { db, clock } = dependencies;
  const runsOnce = (method: MethodName<SitesDefinition>) => (request: unknown, call: CallContext) => {
    const operation = { workspaceId: call.workspaceId(), method, id: call.operationId, now: clock.now() };
    return runOnce(db, 'sites', operation, (client) => {
      const handlers = handlersOf({ ...dependencies, db: client });
      return (handlers[method] as (request: unknown, call: CallContext) => Promise<object>)(request, call);
    });
  };
  const once = mutatingMethods(loadSites()).filter((method) => !REPEATABLE.includes(method));
  return {
    ...handlersOf(dependencies),
    ...(Object.fromEntries(once.map((method) => [method, runsOnce(method)])) as object),
  };
}

function handlersOf(dependencies: Dependencies): Handlers<SitesDefinition> {
  return {
    ListSites: createListSites(dependencies),
    CreateSite: createCreateSite(dependencies),
    GetSite: createGetSite(dependencies),
    UpdateSite: createUpdateSite(dependencies),
    DeleteSite: createDeleteSite(dependencies),
    RestoreSite: createRestoreSite(dependencies),
    DetectSite: createDetectSite(dependencies),
    VerifySiteKey: createVerifySiteKey(dependencies),
    MarkInstalled: createMarkInstalled(dependencies),
    ListDue: createListDue(dependencies),
    BeginPurge: createBeginPurge(dependencies),
    FinishPurge: createFinishPurge(dependencies),
    GetPurge: createGetPurge(dependencies),
    ListPurges: createListPurges(dependencies),
    ListRetentionDue: createListRetentionDue(dependencies),
    BeginRetention: createBeginRetention(dependencies),
    FinishRetention: createFinishRetention(dependencies),
    ListDeletions: createListDeletions(dependencies),
    RepeatDeletion: createRepeatDeletion(dependencies),
    ListPurgeTimes: createListPurgeTimes(dependencies),
    ListSitesToAudit: createListSitesToAudit(dependencies),
    BeginAudit: createBeginAudit(dependencies),
    RecordAudit: createRecordAudit(dependencies),
    ClaimEvents: createClaimEvents(dependencies),
    ReleaseClaims: createReleaseClaims(dependencies),
    ListGoals: createListGoals(dependencies),
    CreateGoal: createCreateGoal(dependencies),
    GetGoal: createGetGoal(dependencies),
    UpdateGoal: createUpdateGoal(dependencies),
    DeleteGoal: createDeleteGoal(dependencies),
    ListFunnels: createListFunnels(dependencies),
    CreateFunnel: createCreateFunnel(dependencies),
    GetFunnel: createGetFunnel(dependencies),
    UpdateFunnel: createUpdateFunnel(dependencies),
    DeleteFunnel: createDeleteFunnel(dependencies),
    ListAnnotations: createListAnnotations(dependencies),
    CreateAnnotation: createCreateAnnotation(dependencies),
    UpdateAnnotation: createUpdateAnnotation(dependencies),
    DeleteAnnotation: createDeleteAnnotation(dependencies),
    ListSavedViews: createListSavedViews(dependencies),
    CreateSavedView: createCreateSavedView(dependencies),
    UpdateSavedView: createUpdateSavedView(dependencies),
    DeleteSavedView: createDeleteSavedView(dependencies),
    GetConfig: createGetConfig(dependencies),
    PutConfig: createPutConfig(dependencies),
    RecordNotices: createRecordNotices(dependencies),
    RemoveUserIds: createRemoveUserIds(dependencies),
    ListNotices: createListNotices(dependencies),
    CreateWebhook: createCreateWebhook(dependencies),
    ListWebhooks: createListWebhooks(dependencies),
    GetWebhook: createGetWebhook(dependencies),
    UpdateWebhook: createUpdateWebhook(dependencies),
    DeleteWebhook: createDeleteWebhook(dependencies),
    RotateWebhookSecret: createRotateWebhookSecret(dependencies),
    TestWebhook: createTestWebhook(dependencies),
    ListDeliveries: createListDeliveries(dependencies),
    ReplayWebhook: createReplayWebhook(dependencies),
  };
}
