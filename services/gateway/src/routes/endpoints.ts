import type { Endpoint } from '../http/endpoint';
import { getAccount, listAccounts } from './accounts';
import { createAnnotation, deleteAnnotation, listAnnotations, updateAnnotation } from './annotations';
import { lookUpAttribution, lookUpAttributionInBulk } from './attribution';
import { listAudit } from './audit';
import { readBatch } from './batch';
import { listCompanies } from './companies';
import { getCohorts } from './cohorts';
import { listConversions } from './conversions';
import { deleteCosts, listCosts, putCosts } from './costs';
import { getCustomers } from './customers';
import { getCredit } from './credit';
import { createDashboardLink } from './dashboard-links';
import { endDashboardSession, endDashboardSessions, listDashboardSessions } from './dashboard-sessions';
import { getSession, signIn, signOut, signOutEverywhere } from './dashboard/session';
import { openShareLink } from './dashboard/shared-page';
import { getEventAnalysis, listEvents } from './event-analysis';
import { explain } from './explain';
import { exportEvents } from './export';
import { createFunnel, deleteFunnel, getFunnel, listFunnels, updateFunnel } from './funnels';
import { createGoal, deleteGoal, getGoal, listGoals, updateGoal } from './goals';
import { eraseAccount, getErasure, listErasures } from './erasures';
import { identify, identifyInBulk } from './identify';
import { getIntegration, removeIntegrationSecret, setIntegrationSecret } from './integrations';
import {
  receiveLemonSqueezyEvent,
  receivePaddleEvent,
  receivePolarEvent,
  receiveStripeEvent,
} from './provider-webhooks';
import { importSite } from './import';
import { getHealth, getOpenApi, getReadiness, getSigningKeys } from './operation';
import { streamRealtime } from './live';
import { recordPayment, recordPayments } from './payments';
import { getRealtime } from './realtime';
import { getRetention } from './retention';
import { getRevenue } from './revenue';
import { createSandbox } from './sandbox';
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './saved-views';
import { getReceipt } from './receipts';
import { sendEvents } from './server-events';
import { createShareLink, deleteShareLink, listShareLinks, updateShareLink } from './share-links';
import { getConfig, putConfig } from './site-config';
import { deleteSite, getPurge, restoreSite } from './site-deletion';
import { detectSite, getSiteStatus } from './site-install';
import { listSites } from './site-list';
import { createSite, getSite, listCategories, updateSite } from './sites';
import { getStats } from './stats';
import { revokeToken } from './token-revocation';
import { createToken, listTokens, rotateToken } from './tokens';
import { getTrafficQuality } from './traffic-quality';
import { getVisitor } from './visitors';
import { listDeliveries, replayWebhook, testWebhook } from './webhook-deliveries';
import { listNotices } from './webhook-events';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from './webhooks';

/** All endpoints of the API. The OpenAPI document, the reference and the tools of `/mcp` list them in this order. */
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
  listAnnotations,
  createAnnotation,
  updateAnnotation,
  deleteAnnotation,
  sendEvents,
  listEvents,
  getEventAnalysis,
  getStats,
  getRealtime,
  streamRealtime,
  getRetention,
  getTrafficQuality,
  getReceipt,
  exportEvents,
  importSite,
  getVisitor,
  listGoals,
  createGoal,
  getGoal,
  updateGoal,
  deleteGoal,
  listFunnels,
  createFunnel,
  getFunnel,
  updateFunnel,
  deleteFunnel,
  explain,
  identify,
  identifyInBulk,
  lookUpAttribution,
  lookUpAttributionInBulk,
  listAccounts,
  getAccount,
  getCustomers,
  getCohorts,
  putCosts,
  listCosts,
  deleteCosts,
  eraseAccount,
  listErasures,
  getErasure,
  listCompanies,
  recordPayment,
  recordPayments,
  getCredit,
  listConversions,
  getRevenue,
  getIntegration,
  setIntegrationSecret,
  removeIntegrationSecret,
  receiveStripeEvent,
  receivePaddleEvent,
  receiveLemonSqueezyEvent,
  receivePolarEvent,
  createDashboardLink,
  endDashboardSession,
  listDashboardSessions,
  endDashboardSessions,
  createShareLink,
  listShareLinks,
  updateShareLink,
  deleteShareLink,
  listSavedViews,
  createSavedView,
  updateSavedView,
  deleteSavedView,
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
  readBatch,
  getOpenApi,
  getSigningKeys,
  getHealth,
  getReadiness,
];

/** Endpoints that only the dashboard's pages call. They are not part of the API and may change with the pages. */
export const DASHBOARD_ENDPOINTS: readonly Endpoint[] = [
  signIn,
  getSession,
  signOut,
  signOutEverywhere,
  openShareLink,
];
