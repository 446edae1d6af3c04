import { isPostgresUnavailable } from '@headwater/kit/pg/unavailable';
import type { Handlers } from '@headwater/kit/rpc/types';
import { failure } from '@headwater/protos/error-codes';
import type { SitesDefinition } from '@headwater/protos/services';
import { createSite } from './create-site';
import { definitionHandlers } from './definitions';
import { deleteSite } from './delete-site';
import { detectSite } from './detect-site';
import { getSite } from './get-site';
import { listSites } from './list-sites';
import { markInstalled } from './mark-installed';
import { noticeHandlers } from './notices';
import { purgeHandlers } from './purge-handlers';
import { purgeReaders } from './read-purges';
import { restoreSite } from './restore-site';
import { configHandlers } from './site-config';
import type { SitesParts } from './sites-parts';
import { updateSite } from './update-site';
import { verifySiteKey } from './verify-site-key';
import { webhookHandlers } from './webhooks';

/** Every method of the service. Each answers `upstream_unavailable` while Postgres cannot be asked. */
export function sitesHandlers(parts: SitesParts): Handlers<SitesDefinition> {
  const definitions = definitionHandlers(parts);
  const purge = purgeHandlers(parts);
  const purges = purgeReaders(parts);
  const config = configHandlers(parts);
  const notices = noticeHandlers(parts);
  const webhooks = webhookHandlers(parts);
  return {
    ListSites: sayingUnavailable(listSites(parts)),
    CreateSite: sayingUnavailable(createSite(parts)),
    GetSite: sayingUnavailable(getSite(parts)),
    UpdateSite: sayingUnavailable(updateSite(parts)),
    DeleteSite: sayingUnavailable(deleteSite(parts)),
    RestoreSite: sayingUnavailable(restoreSite(parts)),
    DetectSite: sayingUnavailable(detectSite(parts)),
    VerifySiteKey: sayingUnavailable(verifySiteKey(parts)),
    MarkInstalled: sayingUnavailable(markInstalled(parts)),
    ListDue: sayingUnavailable(purge.ListDue),
    BeginPurge: sayingUnavailable(purge.BeginPurge),
    FinishPurge: sayingUnavailable(purge.FinishPurge),
    GetConfig: sayingUnavailable(config.GetConfig),
    PutConfig: sayingUnavailable(config.PutConfig),
    GetPurge: sayingUnavailable(purges.GetPurge),
    ListPurges: sayingUnavailable(purges.ListPurges),
    ListGoals: sayingUnavailable(definitions.ListGoals),
    CreateGoal: sayingUnavailable(definitions.CreateGoal),
    GetGoal: sayingUnavailable(definitions.GetGoal),
    DeleteGoal: sayingUnavailable(definitions.DeleteGoal),
    ListFunnels: sayingUnavailable(definitions.ListFunnels),
    CreateFunnel: sayingUnavailable(definitions.CreateFunnel),
    GetFunnel: sayingUnavailable(definitions.GetFunnel),
    DeleteFunnel: sayingUnavailable(definitions.DeleteFunnel),
    RecordNotices: sayingUnavailable(notices.RecordNotices),
    ListNotices: sayingUnavailable(notices.ListNotices),
    CreateWebhook: sayingUnavailable(webhooks.CreateWebhook),
    ListWebhooks: sayingUnavailable(webhooks.ListWebhooks),
    GetWebhook: sayingUnavailable(webhooks.GetWebhook),
    UpdateWebhook: sayingUnavailable(webhooks.UpdateWebhook),
    DeleteWebhook: sayingUnavailable(webhooks.DeleteWebhook),
    RotateWebhookSecret: sayingUnavailable(webhooks.RotateWebhookSecret),
    TestWebhook: sayingUnavailable(webhooks.TestWebhook),
    ListDeliveries: sayingUnavailable(webhooks.ListDeliveries),
    ReplayWebhook: sayingUnavailable(webhooks.ReplayWebhook),
  };
}

function sayingUnavailable<A extends unknown[], R>(
  handler: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      return await handler(...args);
    } catch (error) {
      if (!isPostgresUnavailable(error)) throw error;
      throw failure('upstream_unavailable', 'The sites cannot be reached just now. Try again shortly.', {
        cause: error,
        retryAfterSeconds: 1,
      });
    }
  };
}
