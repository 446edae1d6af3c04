import type { Handlers } from '@headwater/kit/rpc/types';
import type { SitesDefinition } from '@headwater/protos/services';
import type { Dependencies } from '../dependencies';
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

/** Every method of the service. */
export function createHandlers(dependencies: Dependencies): Handlers<SitesDefinition> {
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
    DeleteGoal: createDeleteGoal(dependencies),
    ListFunnels: createListFunnels(dependencies),
    CreateFunnel: createCreateFunnel(dependencies),
    GetFunnel: createGetFunnel(dependencies),
    DeleteFunnel: createDeleteFunnel(dependencies),
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
