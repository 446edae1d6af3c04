import type { Endpoint } from '../http/endpoint';
import { createDashboardLink } from './create-dashboard-link';
import { createFunnel } from './create-funnel';
import { createGoal } from './create-goal';
import { createSandbox } from './create-sandbox';
import { createShareLink } from './create-share-link';
import { createSite } from './create-site';
import { createToken } from './create-token';
import { createWebhook } from './create-webhook';
import { deleteFunnel } from './delete-funnel';
import { deleteGoal } from './delete-goal';
import { deleteShareLink } from './delete-share-link';
import { deleteSite } from './delete-site';
import { deleteWebhook } from './delete-webhook';
import { detectSite } from './detect-site';
import { eraseAccount } from './erase-account';
import { explain } from './explain';
import { exportEvents } from './export-events';
import { getConfig } from './get-config';
import { getEventAnalysis } from './get-event-analysis';
import { getFunnel } from './get-funnel';
import { getGoal } from './get-goal';
import { getHealth } from './get-health';
import { getOpenApi } from './get-openapi';
import { getPurge } from './get-purge';
import { getReadiness } from './get-readiness';
import { getRealtime } from './get-realtime';
import { getReceipt } from './get-receipt';
import { getRetention } from './get-retention';
import { getRevenue } from './get-revenue';
import { getSite } from './get-site';
import { getSiteStatus } from './get-site-status';
import { getStats } from './get-stats';
import { getStripe } from './get-stripe';
import { getTrafficQuality } from './get-traffic-quality';
import { getVisitor } from './get-visitor';
import { getWebhook } from './get-webhook';
import { identify } from './identify';
import { identifyInBulk } from './identify-in-bulk';
import { importSite } from './import-site';
import { listAudit } from './list-audit';
import { listCategories } from './list-categories';
import { listCompanies } from './list-companies';
import { listDeliveries } from './list-deliveries';
import { listEvents } from './list-events';
import { listFunnels } from './list-funnels';
import { listGoals } from './list-goals';
import { listNotices } from './list-notices';
import { listShareLinks } from './list-share-links';
import { listSites } from './list-sites';
import { listTokens } from './list-tokens';
import { listWebhooks } from './list-webhooks';
import { lookUpAttribution } from './look-up-attribution';
import { putConfig } from './put-config';
import { receiveStripeEvent } from './receive-stripe-event';
import { recordPayment } from './record-payment';
import { recordPayments } from './record-payments';
import { removeStripeSecret } from './remove-stripe-secret';
import { replayWebhook } from './replay-webhook';
import { restoreSite } from './restore-site';
import { revokeToken } from './revoke-token';
import { rotateToken } from './rotate-token';
import { rotateWebhookSecret } from './rotate-webhook-secret';
import { sendEvents } from './send-events';
import { setStripeSecret } from './set-stripe-secret';
import { testWebhook } from './test-webhook';
import { updateSite } from './update-site';
import { updateWebhook } from './update-webhook';

/** Every endpoint, those of one path together: so the OpenAPI document, the reference and the tools of `/mcp` list them. */
export const ENDPOINTS: readonly Endpoint[] = [
  listSites,
  createSite,
  createSandbox,
  getSite,
  updateSite,
  deleteSite,
  restoreSite,
  getPurge,
  getConfig,
  putConfig,
  detectSite,
  getSiteStatus,
  listCategories,
  sendEvents,
  listEvents,
  getEventAnalysis,
  getStats,
  getRealtime,
  getRetention,
  getTrafficQuality,
  getReceipt,
  exportEvents,
  importSite,
  getVisitor,
  listGoals,
  createGoal,
  getGoal,
  deleteGoal,
  listFunnels,
  createFunnel,
  getFunnel,
  deleteFunnel,
  explain,
  identify,
  identifyInBulk,
  lookUpAttribution,
  eraseAccount,
  listCompanies,
  recordPayment,
  recordPayments,
  getRevenue,
  getStripe,
  setStripeSecret,
  removeStripeSecret,
  receiveStripeEvent,
  createDashboardLink,
  createShareLink,
  listShareLinks,
  deleteShareLink,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  testWebhook,
  replayWebhook,
  rotateWebhookSecret,
  listDeliveries,
  listNotices,
  createToken,
  listTokens,
  rotateToken,
  revokeToken,
  listAudit,
  getOpenApi,
  getHealth,
  getReadiness,
];
