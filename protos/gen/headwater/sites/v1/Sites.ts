// Original file: protos/headwater/sites/v1/sites.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Annotation as _headwater_sites_v1_Annotation, Annotation__Output as _headwater_sites_v1_Annotation__Output } from '../../../headwater/sites/v1/Annotation';
import type { AnnotationReference as _headwater_sites_v1_AnnotationReference, AnnotationReference__Output as _headwater_sites_v1_AnnotationReference__Output } from '../../../headwater/sites/v1/AnnotationReference';
import type { BeginAuditResponse as _headwater_sites_v1_BeginAuditResponse, BeginAuditResponse__Output as _headwater_sites_v1_BeginAuditResponse__Output } from '../../../headwater/sites/v1/BeginAuditResponse';
import type { BeginPurgeRequest as _headwater_sites_v1_BeginPurgeRequest, BeginPurgeRequest__Output as _headwater_sites_v1_BeginPurgeRequest__Output } from '../../../headwater/sites/v1/BeginPurgeRequest';
import type { BeginPurgeResponse as _headwater_sites_v1_BeginPurgeResponse, BeginPurgeResponse__Output as _headwater_sites_v1_BeginPurgeResponse__Output } from '../../../headwater/sites/v1/BeginPurgeResponse';
import type { BeginRetentionResponse as _headwater_sites_v1_BeginRetentionResponse, BeginRetentionResponse__Output as _headwater_sites_v1_BeginRetentionResponse__Output } from '../../../headwater/sites/v1/BeginRetentionResponse';
import type { ClaimEventsRequest as _headwater_sites_v1_ClaimEventsRequest, ClaimEventsRequest__Output as _headwater_sites_v1_ClaimEventsRequest__Output } from '../../../headwater/sites/v1/ClaimEventsRequest';
import type { ClaimEventsResponse as _headwater_sites_v1_ClaimEventsResponse, ClaimEventsResponse__Output as _headwater_sites_v1_ClaimEventsResponse__Output } from '../../../headwater/sites/v1/ClaimEventsResponse';
import type { CreateAnnotationRequest as _headwater_sites_v1_CreateAnnotationRequest, CreateAnnotationRequest__Output as _headwater_sites_v1_CreateAnnotationRequest__Output } from '../../../headwater/sites/v1/CreateAnnotationRequest';
import type { CreateFunnelRequest as _headwater_sites_v1_CreateFunnelRequest, CreateFunnelRequest__Output as _headwater_sites_v1_CreateFunnelRequest__Output } from '../../../headwater/sites/v1/CreateFunnelRequest';
import type { CreateGoalRequest as _headwater_sites_v1_CreateGoalRequest, CreateGoalRequest__Output as _headwater_sites_v1_CreateGoalRequest__Output } from '../../../headwater/sites/v1/CreateGoalRequest';
import type { CreateSavedViewRequest as _headwater_sites_v1_CreateSavedViewRequest, CreateSavedViewRequest__Output as _headwater_sites_v1_CreateSavedViewRequest__Output } from '../../../headwater/sites/v1/CreateSavedViewRequest';
import type { CreateSiteRequest as _headwater_sites_v1_CreateSiteRequest, CreateSiteRequest__Output as _headwater_sites_v1_CreateSiteRequest__Output } from '../../../headwater/sites/v1/CreateSiteRequest';
import type { CreateSiteResponse as _headwater_sites_v1_CreateSiteResponse, CreateSiteResponse__Output as _headwater_sites_v1_CreateSiteResponse__Output } from '../../../headwater/sites/v1/CreateSiteResponse';
import type { CreateWebhookRequest as _headwater_sites_v1_CreateWebhookRequest, CreateWebhookRequest__Output as _headwater_sites_v1_CreateWebhookRequest__Output } from '../../../headwater/sites/v1/CreateWebhookRequest';
import type { DefinitionReference as _headwater_sites_v1_DefinitionReference, DefinitionReference__Output as _headwater_sites_v1_DefinitionReference__Output } from '../../../headwater/sites/v1/DefinitionReference';
import type { DeleteAnnotationResponse as _headwater_sites_v1_DeleteAnnotationResponse, DeleteAnnotationResponse__Output as _headwater_sites_v1_DeleteAnnotationResponse__Output } from '../../../headwater/sites/v1/DeleteAnnotationResponse';
import type { DeleteDefinitionResponse as _headwater_sites_v1_DeleteDefinitionResponse, DeleteDefinitionResponse__Output as _headwater_sites_v1_DeleteDefinitionResponse__Output } from '../../../headwater/sites/v1/DeleteDefinitionResponse';
import type { DeleteSavedViewResponse as _headwater_sites_v1_DeleteSavedViewResponse, DeleteSavedViewResponse__Output as _headwater_sites_v1_DeleteSavedViewResponse__Output } from '../../../headwater/sites/v1/DeleteSavedViewResponse';
import type { DeleteSiteRequest as _headwater_sites_v1_DeleteSiteRequest, DeleteSiteRequest__Output as _headwater_sites_v1_DeleteSiteRequest__Output } from '../../../headwater/sites/v1/DeleteSiteRequest';
import type { DeleteSiteResponse as _headwater_sites_v1_DeleteSiteResponse, DeleteSiteResponse__Output as _headwater_sites_v1_DeleteSiteResponse__Output } from '../../../headwater/sites/v1/DeleteSiteResponse';
import type { DeleteWebhookResponse as _headwater_sites_v1_DeleteWebhookResponse, DeleteWebhookResponse__Output as _headwater_sites_v1_DeleteWebhookResponse__Output } from '../../../headwater/sites/v1/DeleteWebhookResponse';
import type { Detection as _headwater_sites_v1_Detection, Detection__Output as _headwater_sites_v1_Detection__Output } from '../../../headwater/sites/v1/Detection';
import type { FinishPurgeRequest as _headwater_sites_v1_FinishPurgeRequest, FinishPurgeRequest__Output as _headwater_sites_v1_FinishPurgeRequest__Output } from '../../../headwater/sites/v1/FinishPurgeRequest';
import type { FinishPurgeResponse as _headwater_sites_v1_FinishPurgeResponse, FinishPurgeResponse__Output as _headwater_sites_v1_FinishPurgeResponse__Output } from '../../../headwater/sites/v1/FinishPurgeResponse';
import type { FinishRetentionResponse as _headwater_sites_v1_FinishRetentionResponse, FinishRetentionResponse__Output as _headwater_sites_v1_FinishRetentionResponse__Output } from '../../../headwater/sites/v1/FinishRetentionResponse';
import type { Funnel as _headwater_sites_v1_Funnel, Funnel__Output as _headwater_sites_v1_Funnel__Output } from '../../../headwater/sites/v1/Funnel';
import type { GetConfigResponse as _headwater_sites_v1_GetConfigResponse, GetConfigResponse__Output as _headwater_sites_v1_GetConfigResponse__Output } from '../../../headwater/sites/v1/GetConfigResponse';
import type { GetSiteRequest as _headwater_sites_v1_GetSiteRequest, GetSiteRequest__Output as _headwater_sites_v1_GetSiteRequest__Output } from '../../../headwater/sites/v1/GetSiteRequest';
import type { Goal as _headwater_sites_v1_Goal, Goal__Output as _headwater_sites_v1_Goal__Output } from '../../../headwater/sites/v1/Goal';
import type { ListAnnotationsRequest as _headwater_sites_v1_ListAnnotationsRequest, ListAnnotationsRequest__Output as _headwater_sites_v1_ListAnnotationsRequest__Output } from '../../../headwater/sites/v1/ListAnnotationsRequest';
import type { ListAnnotationsResponse as _headwater_sites_v1_ListAnnotationsResponse, ListAnnotationsResponse__Output as _headwater_sites_v1_ListAnnotationsResponse__Output } from '../../../headwater/sites/v1/ListAnnotationsResponse';
import type { ListDeletionsRequest as _headwater_sites_v1_ListDeletionsRequest, ListDeletionsRequest__Output as _headwater_sites_v1_ListDeletionsRequest__Output } from '../../../headwater/sites/v1/ListDeletionsRequest';
import type { ListDeletionsResponse as _headwater_sites_v1_ListDeletionsResponse, ListDeletionsResponse__Output as _headwater_sites_v1_ListDeletionsResponse__Output } from '../../../headwater/sites/v1/ListDeletionsResponse';
import type { ListDeliveriesRequest as _headwater_sites_v1_ListDeliveriesRequest, ListDeliveriesRequest__Output as _headwater_sites_v1_ListDeliveriesRequest__Output } from '../../../headwater/sites/v1/ListDeliveriesRequest';
import type { ListDeliveriesResponse as _headwater_sites_v1_ListDeliveriesResponse, ListDeliveriesResponse__Output as _headwater_sites_v1_ListDeliveriesResponse__Output } from '../../../headwater/sites/v1/ListDeliveriesResponse';
import type { ListDueRequest as _headwater_sites_v1_ListDueRequest, ListDueRequest__Output as _headwater_sites_v1_ListDueRequest__Output } from '../../../headwater/sites/v1/ListDueRequest';
import type { ListDueResponse as _headwater_sites_v1_ListDueResponse, ListDueResponse__Output as _headwater_sites_v1_ListDueResponse__Output } from '../../../headwater/sites/v1/ListDueResponse';
import type { ListFunnelsResponse as _headwater_sites_v1_ListFunnelsResponse, ListFunnelsResponse__Output as _headwater_sites_v1_ListFunnelsResponse__Output } from '../../../headwater/sites/v1/ListFunnelsResponse';
import type { ListGoalsResponse as _headwater_sites_v1_ListGoalsResponse, ListGoalsResponse__Output as _headwater_sites_v1_ListGoalsResponse__Output } from '../../../headwater/sites/v1/ListGoalsResponse';
import type { ListNoticesRequest as _headwater_sites_v1_ListNoticesRequest, ListNoticesRequest__Output as _headwater_sites_v1_ListNoticesRequest__Output } from '../../../headwater/sites/v1/ListNoticesRequest';
import type { ListNoticesResponse as _headwater_sites_v1_ListNoticesResponse, ListNoticesResponse__Output as _headwater_sites_v1_ListNoticesResponse__Output } from '../../../headwater/sites/v1/ListNoticesResponse';
import type { ListPurgeTimesRequest as _headwater_sites_v1_ListPurgeTimesRequest, ListPurgeTimesRequest__Output as _headwater_sites_v1_ListPurgeTimesRequest__Output } from '../../../headwater/sites/v1/ListPurgeTimesRequest';
import type { ListPurgeTimesResponse as _headwater_sites_v1_ListPurgeTimesResponse, ListPurgeTimesResponse__Output as _headwater_sites_v1_ListPurgeTimesResponse__Output } from '../../../headwater/sites/v1/ListPurgeTimesResponse';
import type { ListPurgesRequest as _headwater_sites_v1_ListPurgesRequest, ListPurgesRequest__Output as _headwater_sites_v1_ListPurgesRequest__Output } from '../../../headwater/sites/v1/ListPurgesRequest';
import type { ListPurgesResponse as _headwater_sites_v1_ListPurgesResponse, ListPurgesResponse__Output as _headwater_sites_v1_ListPurgesResponse__Output } from '../../../headwater/sites/v1/ListPurgesResponse';
import type { ListRetentionDueRequest as _headwater_sites_v1_ListRetentionDueRequest, ListRetentionDueRequest__Output as _headwater_sites_v1_ListRetentionDueRequest__Output } from '../../../headwater/sites/v1/ListRetentionDueRequest';
import type { ListRetentionDueResponse as _headwater_sites_v1_ListRetentionDueResponse, ListRetentionDueResponse__Output as _headwater_sites_v1_ListRetentionDueResponse__Output } from '../../../headwater/sites/v1/ListRetentionDueResponse';
import type { ListSavedViewsRequest as _headwater_sites_v1_ListSavedViewsRequest, ListSavedViewsRequest__Output as _headwater_sites_v1_ListSavedViewsRequest__Output } from '../../../headwater/sites/v1/ListSavedViewsRequest';
import type { ListSavedViewsResponse as _headwater_sites_v1_ListSavedViewsResponse, ListSavedViewsResponse__Output as _headwater_sites_v1_ListSavedViewsResponse__Output } from '../../../headwater/sites/v1/ListSavedViewsResponse';
import type { ListSitesRequest as _headwater_sites_v1_ListSitesRequest, ListSitesRequest__Output as _headwater_sites_v1_ListSitesRequest__Output } from '../../../headwater/sites/v1/ListSitesRequest';
import type { ListSitesResponse as _headwater_sites_v1_ListSitesResponse, ListSitesResponse__Output as _headwater_sites_v1_ListSitesResponse__Output } from '../../../headwater/sites/v1/ListSitesResponse';
import type { ListSitesToAuditRequest as _headwater_sites_v1_ListSitesToAuditRequest, ListSitesToAuditRequest__Output as _headwater_sites_v1_ListSitesToAuditRequest__Output } from '../../../headwater/sites/v1/ListSitesToAuditRequest';
import type { ListSitesToAuditResponse as _headwater_sites_v1_ListSitesToAuditResponse, ListSitesToAuditResponse__Output as _headwater_sites_v1_ListSitesToAuditResponse__Output } from '../../../headwater/sites/v1/ListSitesToAuditResponse';
import type { ListWebhooksRequest as _headwater_sites_v1_ListWebhooksRequest, ListWebhooksRequest__Output as _headwater_sites_v1_ListWebhooksRequest__Output } from '../../../headwater/sites/v1/ListWebhooksRequest';
import type { ListWebhooksResponse as _headwater_sites_v1_ListWebhooksResponse, ListWebhooksResponse__Output as _headwater_sites_v1_ListWebhooksResponse__Output } from '../../../headwater/sites/v1/ListWebhooksResponse';
import type { MarkInstalledRequest as _headwater_sites_v1_MarkInstalledRequest, MarkInstalledRequest__Output as _headwater_sites_v1_MarkInstalledRequest__Output } from '../../../headwater/sites/v1/MarkInstalledRequest';
import type { MarkInstalledResponse as _headwater_sites_v1_MarkInstalledResponse, MarkInstalledResponse__Output as _headwater_sites_v1_MarkInstalledResponse__Output } from '../../../headwater/sites/v1/MarkInstalledResponse';
import type { Purge as _headwater_sites_v1_Purge, Purge__Output as _headwater_sites_v1_Purge__Output } from '../../../headwater/sites/v1/Purge';
import type { PutConfigRequest as _headwater_sites_v1_PutConfigRequest, PutConfigRequest__Output as _headwater_sites_v1_PutConfigRequest__Output } from '../../../headwater/sites/v1/PutConfigRequest';
import type { PutConfigResponse as _headwater_sites_v1_PutConfigResponse, PutConfigResponse__Output as _headwater_sites_v1_PutConfigResponse__Output } from '../../../headwater/sites/v1/PutConfigResponse';
import type { RecordAuditRequest as _headwater_sites_v1_RecordAuditRequest, RecordAuditRequest__Output as _headwater_sites_v1_RecordAuditRequest__Output } from '../../../headwater/sites/v1/RecordAuditRequest';
import type { RecordAuditResponse as _headwater_sites_v1_RecordAuditResponse, RecordAuditResponse__Output as _headwater_sites_v1_RecordAuditResponse__Output } from '../../../headwater/sites/v1/RecordAuditResponse';
import type { RecordNoticesRequest as _headwater_sites_v1_RecordNoticesRequest, RecordNoticesRequest__Output as _headwater_sites_v1_RecordNoticesRequest__Output } from '../../../headwater/sites/v1/RecordNoticesRequest';
import type { RecordNoticesResponse as _headwater_sites_v1_RecordNoticesResponse, RecordNoticesResponse__Output as _headwater_sites_v1_RecordNoticesResponse__Output } from '../../../headwater/sites/v1/RecordNoticesResponse';
import type { ReleaseClaimsRequest as _headwater_sites_v1_ReleaseClaimsRequest, ReleaseClaimsRequest__Output as _headwater_sites_v1_ReleaseClaimsRequest__Output } from '../../../headwater/sites/v1/ReleaseClaimsRequest';
import type { ReleaseClaimsResponse as _headwater_sites_v1_ReleaseClaimsResponse, ReleaseClaimsResponse__Output as _headwater_sites_v1_ReleaseClaimsResponse__Output } from '../../../headwater/sites/v1/ReleaseClaimsResponse';
import type { RemoveUserIdsRequest as _headwater_sites_v1_RemoveUserIdsRequest, RemoveUserIdsRequest__Output as _headwater_sites_v1_RemoveUserIdsRequest__Output } from '../../../headwater/sites/v1/RemoveUserIdsRequest';
import type { RemoveUserIdsResponse as _headwater_sites_v1_RemoveUserIdsResponse, RemoveUserIdsResponse__Output as _headwater_sites_v1_RemoveUserIdsResponse__Output } from '../../../headwater/sites/v1/RemoveUserIdsResponse';
import type { RepeatDeletionResponse as _headwater_sites_v1_RepeatDeletionResponse, RepeatDeletionResponse__Output as _headwater_sites_v1_RepeatDeletionResponse__Output } from '../../../headwater/sites/v1/RepeatDeletionResponse';
import type { ReplayWebhookRequest as _headwater_sites_v1_ReplayWebhookRequest, ReplayWebhookRequest__Output as _headwater_sites_v1_ReplayWebhookRequest__Output } from '../../../headwater/sites/v1/ReplayWebhookRequest';
import type { ReplayWebhookResponse as _headwater_sites_v1_ReplayWebhookResponse, ReplayWebhookResponse__Output as _headwater_sites_v1_ReplayWebhookResponse__Output } from '../../../headwater/sites/v1/ReplayWebhookResponse';
import type { RestoreSiteRequest as _headwater_sites_v1_RestoreSiteRequest, RestoreSiteRequest__Output as _headwater_sites_v1_RestoreSiteRequest__Output } from '../../../headwater/sites/v1/RestoreSiteRequest';
import type { RetentionDays as _headwater_sites_v1_RetentionDays, RetentionDays__Output as _headwater_sites_v1_RetentionDays__Output } from '../../../headwater/sites/v1/RetentionDays';
import type { SavedView as _headwater_sites_v1_SavedView, SavedView__Output as _headwater_sites_v1_SavedView__Output } from '../../../headwater/sites/v1/SavedView';
import type { SavedViewReference as _headwater_sites_v1_SavedViewReference, SavedViewReference__Output as _headwater_sites_v1_SavedViewReference__Output } from '../../../headwater/sites/v1/SavedViewReference';
import type { Site as _headwater_sites_v1_Site, Site__Output as _headwater_sites_v1_Site__Output } from '../../../headwater/sites/v1/Site';
import type { SiteDeletion as _headwater_sites_v1_SiteDeletion, SiteDeletion__Output as _headwater_sites_v1_SiteDeletion__Output } from '../../../headwater/sites/v1/SiteDeletion';
import type { SiteReference as _headwater_sites_v1_SiteReference, SiteReference__Output as _headwater_sites_v1_SiteReference__Output } from '../../../headwater/sites/v1/SiteReference';
import type { TestWebhookResponse as _headwater_sites_v1_TestWebhookResponse, TestWebhookResponse__Output as _headwater_sites_v1_TestWebhookResponse__Output } from '../../../headwater/sites/v1/TestWebhookResponse';
import type { UpdateAnnotationRequest as _headwater_sites_v1_UpdateAnnotationRequest, UpdateAnnotationRequest__Output as _headwater_sites_v1_UpdateAnnotationRequest__Output } from '../../../headwater/sites/v1/UpdateAnnotationRequest';
import type { UpdateFunnelRequest as _headwater_sites_v1_UpdateFunnelRequest, UpdateFunnelRequest__Output as _headwater_sites_v1_UpdateFunnelRequest__Output } from '../../../headwater/sites/v1/UpdateFunnelRequest';
import type { UpdateGoalRequest as _headwater_sites_v1_UpdateGoalRequest, UpdateGoalRequest__Output as _headwater_sites_v1_UpdateGoalRequest__Output } from '../../../headwater/sites/v1/UpdateGoalRequest';
import type { UpdateSavedViewRequest as _headwater_sites_v1_UpdateSavedViewRequest, UpdateSavedViewRequest__Output as _headwater_sites_v1_UpdateSavedViewRequest__Output } from '../../../headwater/sites/v1/UpdateSavedViewRequest';
import type { UpdateSiteRequest as _headwater_sites_v1_UpdateSiteRequest, UpdateSiteRequest__Output as _headwater_sites_v1_UpdateSiteRequest__Output } from '../../../headwater/sites/v1/UpdateSiteRequest';
import type { UpdateWebhookRequest as _headwater_sites_v1_UpdateWebhookRequest, UpdateWebhookRequest__Output as _headwater_sites_v1_UpdateWebhookRequest__Output } from '../../../headwater/sites/v1/UpdateWebhookRequest';
import type { VerifySiteKeyRequest as _headwater_sites_v1_VerifySiteKeyRequest, VerifySiteKeyRequest__Output as _headwater_sites_v1_VerifySiteKeyRequest__Output } from '../../../headwater/sites/v1/VerifySiteKeyRequest';
import type { VerifySiteKeyResponse as _headwater_sites_v1_VerifySiteKeyResponse, VerifySiteKeyResponse__Output as _headwater_sites_v1_VerifySiteKeyResponse__Output } from '../../../headwater/sites/v1/VerifySiteKeyResponse';
import type { Webhook as _headwater_sites_v1_Webhook, Webhook__Output as _headwater_sites_v1_Webhook__Output } from '../../../headwater/sites/v1/Webhook';
import type { WebhookReference as _headwater_sites_v1_WebhookReference, WebhookReference__Output as _headwater_sites_v1_WebhookReference__Output } from '../../../headwater/sites/v1/WebhookReference';
import type { WebhookWithSecret as _headwater_sites_v1_WebhookWithSecret, WebhookWithSecret__Output as _headwater_sites_v1_WebhookWithSecret__Output } from '../../../headwater/sites/v1/WebhookWithSecret';

export interface SitesClient extends grpc.Client {
  BeginAudit(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_BeginAuditResponse__Output>): grpc.ClientUnaryCall;
  BeginAudit(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_BeginAuditResponse__Output>): grpc.ClientUnaryCall;
  BeginAudit(argument: _headwater_sites_v1_SiteReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_BeginAuditResponse__Output>): grpc.ClientUnaryCall;
  BeginAudit(argument: _headwater_sites_v1_SiteReference, callback: grpc.requestCallback<_headwater_sites_v1_BeginAuditResponse__Output>): grpc.ClientUnaryCall;
  beginAudit(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_BeginAuditResponse__Output>): grpc.ClientUnaryCall;
  beginAudit(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_BeginAuditResponse__Output>): grpc.ClientUnaryCall;
  beginAudit(argument: _headwater_sites_v1_SiteReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_BeginAuditResponse__Output>): grpc.ClientUnaryCall;
  beginAudit(argument: _headwater_sites_v1_SiteReference, callback: grpc.requestCallback<_headwater_sites_v1_BeginAuditResponse__Output>): grpc.ClientUnaryCall;
  
  BeginPurge(argument: _headwater_sites_v1_BeginPurgeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_BeginPurgeResponse__Output>): grpc.ClientUnaryCall;
  BeginPurge(argument: _headwater_sites_v1_BeginPurgeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_BeginPurgeResponse__Output>): grpc.ClientUnaryCall;
  BeginPurge(argument: _headwater_sites_v1_BeginPurgeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_BeginPurgeResponse__Output>): grpc.ClientUnaryCall;
  BeginPurge(argument: _headwater_sites_v1_BeginPurgeRequest, callback: grpc.requestCallback<_headwater_sites_v1_BeginPurgeResponse__Output>): grpc.ClientUnaryCall;
  beginPurge(argument: _headwater_sites_v1_BeginPurgeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_BeginPurgeResponse__Output>): grpc.ClientUnaryCall;
  beginPurge(argument: _headwater_sites_v1_BeginPurgeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_BeginPurgeResponse__Output>): grpc.ClientUnaryCall;
  beginPurge(argument: _headwater_sites_v1_BeginPurgeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_BeginPurgeResponse__Output>): grpc.ClientUnaryCall;
  beginPurge(argument: _headwater_sites_v1_BeginPurgeRequest, callback: grpc.requestCallback<_headwater_sites_v1_BeginPurgeResponse__Output>): grpc.ClientUnaryCall;
  
  BeginRetention(argument: _headwater_sites_v1_RetentionDays, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_BeginRetentionResponse__Output>): grpc.ClientUnaryCall;
  BeginRetention(argument: _headwater_sites_v1_RetentionDays, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_BeginRetentionResponse__Output>): grpc.ClientUnaryCall;
  BeginRetention(argument: _headwater_sites_v1_RetentionDays, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_BeginRetentionResponse__Output>): grpc.ClientUnaryCall;
  BeginRetention(argument: _headwater_sites_v1_RetentionDays, callback: grpc.requestCallback<_headwater_sites_v1_BeginRetentionResponse__Output>): grpc.ClientUnaryCall;
  beginRetention(argument: _headwater_sites_v1_RetentionDays, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_BeginRetentionResponse__Output>): grpc.ClientUnaryCall;
  beginRetention(argument: _headwater_sites_v1_RetentionDays, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_BeginRetentionResponse__Output>): grpc.ClientUnaryCall;
  beginRetention(argument: _headwater_sites_v1_RetentionDays, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_BeginRetentionResponse__Output>): grpc.ClientUnaryCall;
  beginRetention(argument: _headwater_sites_v1_RetentionDays, callback: grpc.requestCallback<_headwater_sites_v1_BeginRetentionResponse__Output>): grpc.ClientUnaryCall;
  
  ClaimEvents(argument: _headwater_sites_v1_ClaimEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ClaimEventsResponse__Output>): grpc.ClientUnaryCall;
  ClaimEvents(argument: _headwater_sites_v1_ClaimEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ClaimEventsResponse__Output>): grpc.ClientUnaryCall;
  ClaimEvents(argument: _headwater_sites_v1_ClaimEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ClaimEventsResponse__Output>): grpc.ClientUnaryCall;
  ClaimEvents(argument: _headwater_sites_v1_ClaimEventsRequest, callback: grpc.requestCallback<_headwater_sites_v1_ClaimEventsResponse__Output>): grpc.ClientUnaryCall;
  claimEvents(argument: _headwater_sites_v1_ClaimEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ClaimEventsResponse__Output>): grpc.ClientUnaryCall;
  claimEvents(argument: _headwater_sites_v1_ClaimEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ClaimEventsResponse__Output>): grpc.ClientUnaryCall;
  claimEvents(argument: _headwater_sites_v1_ClaimEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ClaimEventsResponse__Output>): grpc.ClientUnaryCall;
  claimEvents(argument: _headwater_sites_v1_ClaimEventsRequest, callback: grpc.requestCallback<_headwater_sites_v1_ClaimEventsResponse__Output>): grpc.ClientUnaryCall;
  
  CreateAnnotation(argument: _headwater_sites_v1_CreateAnnotationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Annotation__Output>): grpc.ClientUnaryCall;
  CreateAnnotation(argument: _headwater_sites_v1_CreateAnnotationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Annotation__Output>): grpc.ClientUnaryCall;
  CreateAnnotation(argument: _headwater_sites_v1_CreateAnnotationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Annotation__Output>): grpc.ClientUnaryCall;
  CreateAnnotation(argument: _headwater_sites_v1_CreateAnnotationRequest, callback: grpc.requestCallback<_headwater_sites_v1_Annotation__Output>): grpc.ClientUnaryCall;
  createAnnotation(argument: _headwater_sites_v1_CreateAnnotationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Annotation__Output>): grpc.ClientUnaryCall;
  createAnnotation(argument: _headwater_sites_v1_CreateAnnotationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Annotation__Output>): grpc.ClientUnaryCall;
  createAnnotation(argument: _headwater_sites_v1_CreateAnnotationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Annotation__Output>): grpc.ClientUnaryCall;
  createAnnotation(argument: _headwater_sites_v1_CreateAnnotationRequest, callback: grpc.requestCallback<_headwater_sites_v1_Annotation__Output>): grpc.ClientUnaryCall;
  
  CreateFunnel(argument: _headwater_sites_v1_CreateFunnelRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  CreateFunnel(argument: _headwater_sites_v1_CreateFunnelRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  CreateFunnel(argument: _headwater_sites_v1_CreateFunnelRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  CreateFunnel(argument: _headwater_sites_v1_CreateFunnelRequest, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  createFunnel(argument: _headwater_sites_v1_CreateFunnelRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  createFunnel(argument: _headwater_sites_v1_CreateFunnelRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  createFunnel(argument: _headwater_sites_v1_CreateFunnelRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  createFunnel(argument: _headwater_sites_v1_CreateFunnelRequest, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  
  CreateGoal(argument: _headwater_sites_v1_CreateGoalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  CreateGoal(argument: _headwater_sites_v1_CreateGoalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  CreateGoal(argument: _headwater_sites_v1_CreateGoalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  CreateGoal(argument: _headwater_sites_v1_CreateGoalRequest, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  createGoal(argument: _headwater_sites_v1_CreateGoalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  createGoal(argument: _headwater_sites_v1_CreateGoalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  createGoal(argument: _headwater_sites_v1_CreateGoalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  createGoal(argument: _headwater_sites_v1_CreateGoalRequest, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  
  CreateSavedView(argument: _headwater_sites_v1_CreateSavedViewRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_SavedView__Output>): grpc.ClientUnaryCall;
  CreateSavedView(argument: _headwater_sites_v1_CreateSavedViewRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_SavedView__Output>): grpc.ClientUnaryCall;
  CreateSavedView(argument: _headwater_sites_v1_CreateSavedViewRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_SavedView__Output>): grpc.ClientUnaryCall;
  CreateSavedView(argument: _headwater_sites_v1_CreateSavedViewRequest, callback: grpc.requestCallback<_headwater_sites_v1_SavedView__Output>): grpc.ClientUnaryCall;
  createSavedView(argument: _headwater_sites_v1_CreateSavedViewRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_SavedView__Output>): grpc.ClientUnaryCall;
  createSavedView(argument: _headwater_sites_v1_CreateSavedViewRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_SavedView__Output>): grpc.ClientUnaryCall;
  createSavedView(argument: _headwater_sites_v1_CreateSavedViewRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_SavedView__Output>): grpc.ClientUnaryCall;
  createSavedView(argument: _headwater_sites_v1_CreateSavedViewRequest, callback: grpc.requestCallback<_headwater_sites_v1_SavedView__Output>): grpc.ClientUnaryCall;
  
  CreateSite(argument: _headwater_sites_v1_CreateSiteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_CreateSiteResponse__Output>): grpc.ClientUnaryCall;
  CreateSite(argument: _headwater_sites_v1_CreateSiteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_CreateSiteResponse__Output>): grpc.ClientUnaryCall;
  CreateSite(argument: _headwater_sites_v1_CreateSiteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_CreateSiteResponse__Output>): grpc.ClientUnaryCall;
  CreateSite(argument: _headwater_sites_v1_CreateSiteRequest, callback: grpc.requestCallback<_headwater_sites_v1_CreateSiteResponse__Output>): grpc.ClientUnaryCall;
  createSite(argument: _headwater_sites_v1_CreateSiteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_CreateSiteResponse__Output>): grpc.ClientUnaryCall;
  createSite(argument: _headwater_sites_v1_CreateSiteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_CreateSiteResponse__Output>): grpc.ClientUnaryCall;
  createSite(argument: _headwater_sites_v1_CreateSiteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_CreateSiteResponse__Output>): grpc.ClientUnaryCall;
  createSite(argument: _headwater_sites_v1_CreateSiteRequest, callback: grpc.requestCallback<_headwater_sites_v1_CreateSiteResponse__Output>): grpc.ClientUnaryCall;
  
  CreateWebhook(argument: _headwater_sites_v1_CreateWebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_WebhookWithSecret__Output>): grpc.ClientUnaryCall;
  CreateWebhook(argument: _headwater_sites_v1_CreateWebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_WebhookWithSecret__Output>): grpc.ClientUnaryCall;
  CreateWebhook(argument: _headwater_sites_v1_CreateWebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_WebhookWithSecret__Output>): grpc.ClientUnaryCall;
  CreateWebhook(argument: _headwater_sites_v1_CreateWebhookRequest, callback: grpc.requestCallback<_headwater_sites_v1_WebhookWithSecret__Output>): grpc.ClientUnaryCall;
  createWebhook(argument: _headwater_sites_v1_CreateWebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_WebhookWithSecret__Output>): grpc.ClientUnaryCall;
  createWebhook(argument: _headwater_sites_v1_CreateWebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_WebhookWithSecret__Output>): grpc.ClientUnaryCall;
  createWebhook(argument: _headwater_sites_v1_CreateWebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_WebhookWithSecret__Output>): grpc.ClientUnaryCall;
  createWebhook(argument: _headwater_sites_v1_CreateWebhookRequest, callback: grpc.requestCallback<_headwater_sites_v1_WebhookWithSecret__Output>): grpc.ClientUnaryCall;
  
  DeleteAnnotation(argument: _headwater_sites_v1_AnnotationReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteAnnotationResponse__Output>): grpc.ClientUnaryCall;
  DeleteAnnotation(argument: _headwater_sites_v1_AnnotationReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_DeleteAnnotationResponse__Output>): grpc.ClientUnaryCall;
  DeleteAnnotation(argument: _headwater_sites_v1_AnnotationReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteAnnotationResponse__Output>): grpc.ClientUnaryCall;
  DeleteAnnotation(argument: _headwater_sites_v1_AnnotationReference, callback: grpc.requestCallback<_headwater_sites_v1_DeleteAnnotationResponse__Output>): grpc.ClientUnaryCall;
  deleteAnnotation(argument: _headwater_sites_v1_AnnotationReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteAnnotationResponse__Output>): grpc.ClientUnaryCall;
  deleteAnnotation(argument: _headwater_sites_v1_AnnotationReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_DeleteAnnotationResponse__Output>): grpc.ClientUnaryCall;
  deleteAnnotation(argument: _headwater_sites_v1_AnnotationReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteAnnotationResponse__Output>): grpc.ClientUnaryCall;
  deleteAnnotation(argument: _headwater_sites_v1_AnnotationReference, callback: grpc.requestCallback<_headwater_sites_v1_DeleteAnnotationResponse__Output>): grpc.ClientUnaryCall;
  
  DeleteFunnel(argument: _headwater_sites_v1_DefinitionReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteDefinitionResponse__Output>): grpc.ClientUnaryCall;
  DeleteFunnel(argument: _headwater_sites_v1_DefinitionReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_DeleteDefinitionResponse__Output>): grpc.ClientUnaryCall;
  DeleteFunnel(argument: _headwater_sites_v1_DefinitionReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteDefinitionResponse__Output>): grpc.ClientUnaryCall;
  DeleteFunnel(argument: _headwater_sites_v1_DefinitionReference, callback: grpc.requestCallback<_headwater_sites_v1_DeleteDefinitionResponse__Output>): grpc.ClientUnaryCall;
  deleteFunnel(argument: _headwater_sites_v1_DefinitionReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteDefinitionResponse__Output>): grpc.ClientUnaryCall;
  deleteFunnel(argument: _headwater_sites_v1_DefinitionReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_DeleteDefinitionResponse__Output>): grpc.ClientUnaryCall;
  deleteFunnel(argument: _headwater_sites_v1_DefinitionReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteDefinitionResponse__Output>): grpc.ClientUnaryCall;
  deleteFunnel(argument: _headwater_sites_v1_DefinitionReference, callback: grpc.requestCallback<_headwater_sites_v1_DeleteDefinitionResponse__Output>): grpc.ClientUnaryCall;
  
  DeleteGoal(argument: _headwater_sites_v1_DefinitionReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteDefinitionResponse__Output>): grpc.ClientUnaryCall;
  DeleteGoal(argument: _headwater_sites_v1_DefinitionReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_DeleteDefinitionResponse__Output>): grpc.ClientUnaryCall;
  DeleteGoal(argument: _headwater_sites_v1_DefinitionReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteDefinitionResponse__Output>): grpc.ClientUnaryCall;
  DeleteGoal(argument: _headwater_sites_v1_DefinitionReference, callback: grpc.requestCallback<_headwater_sites_v1_DeleteDefinitionResponse__Output>): grpc.ClientUnaryCall;
  deleteGoal(argument: _headwater_sites_v1_DefinitionReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteDefinitionResponse__Output>): grpc.ClientUnaryCall;
  deleteGoal(argument: _headwater_sites_v1_DefinitionReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_DeleteDefinitionResponse__Output>): grpc.ClientUnaryCall;
  deleteGoal(argument: _headwater_sites_v1_DefinitionReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteDefinitionResponse__Output>): grpc.ClientUnaryCall;
  deleteGoal(argument: _headwater_sites_v1_DefinitionReference, callback: grpc.requestCallback<_headwater_sites_v1_DeleteDefinitionResponse__Output>): grpc.ClientUnaryCall;
  
  DeleteSavedView(argument: _headwater_sites_v1_SavedViewReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteSavedViewResponse__Output>): grpc.ClientUnaryCall;
  DeleteSavedView(argument: _headwater_sites_v1_SavedViewReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_DeleteSavedViewResponse__Output>): grpc.ClientUnaryCall;
  DeleteSavedView(argument: _headwater_sites_v1_SavedViewReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteSavedViewResponse__Output>): grpc.ClientUnaryCall;
  DeleteSavedView(argument: _headwater_sites_v1_SavedViewReference, callback: grpc.requestCallback<_headwater_sites_v1_DeleteSavedViewResponse__Output>): grpc.ClientUnaryCall;
  deleteSavedView(argument: _headwater_sites_v1_SavedViewReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteSavedViewResponse__Output>): grpc.ClientUnaryCall;
  deleteSavedView(argument: _headwater_sites_v1_SavedViewReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_DeleteSavedViewResponse__Output>): grpc.ClientUnaryCall;
  deleteSavedView(argument: _headwater_sites_v1_SavedViewReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteSavedViewResponse__Output>): grpc.ClientUnaryCall;
  deleteSavedView(argument: _headwater_sites_v1_SavedViewReference, callback: grpc.requestCallback<_headwater_sites_v1_DeleteSavedViewResponse__Output>): grpc.ClientUnaryCall;
  
  DeleteSite(argument: _headwater_sites_v1_DeleteSiteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteSiteResponse__Output>): grpc.ClientUnaryCall;
  DeleteSite(argument: _headwater_sites_v1_DeleteSiteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_DeleteSiteResponse__Output>): grpc.ClientUnaryCall;
  DeleteSite(argument: _headwater_sites_v1_DeleteSiteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteSiteResponse__Output>): grpc.ClientUnaryCall;
  DeleteSite(argument: _headwater_sites_v1_DeleteSiteRequest, callback: grpc.requestCallback<_headwater_sites_v1_DeleteSiteResponse__Output>): grpc.ClientUnaryCall;
  deleteSite(argument: _headwater_sites_v1_DeleteSiteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteSiteResponse__Output>): grpc.ClientUnaryCall;
  deleteSite(argument: _headwater_sites_v1_DeleteSiteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_DeleteSiteResponse__Output>): grpc.ClientUnaryCall;
  deleteSite(argument: _headwater_sites_v1_DeleteSiteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteSiteResponse__Output>): grpc.ClientUnaryCall;
  deleteSite(argument: _headwater_sites_v1_DeleteSiteRequest, callback: grpc.requestCallback<_headwater_sites_v1_DeleteSiteResponse__Output>): grpc.ClientUnaryCall;
  
  DeleteWebhook(argument: _headwater_sites_v1_WebhookReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteWebhookResponse__Output>): grpc.ClientUnaryCall;
  DeleteWebhook(argument: _headwater_sites_v1_WebhookReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_DeleteWebhookResponse__Output>): grpc.ClientUnaryCall;
  DeleteWebhook(argument: _headwater_sites_v1_WebhookReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteWebhookResponse__Output>): grpc.ClientUnaryCall;
  DeleteWebhook(argument: _headwater_sites_v1_WebhookReference, callback: grpc.requestCallback<_headwater_sites_v1_DeleteWebhookResponse__Output>): grpc.ClientUnaryCall;
  deleteWebhook(argument: _headwater_sites_v1_WebhookReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteWebhookResponse__Output>): grpc.ClientUnaryCall;
  deleteWebhook(argument: _headwater_sites_v1_WebhookReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_DeleteWebhookResponse__Output>): grpc.ClientUnaryCall;
  deleteWebhook(argument: _headwater_sites_v1_WebhookReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_DeleteWebhookResponse__Output>): grpc.ClientUnaryCall;
  deleteWebhook(argument: _headwater_sites_v1_WebhookReference, callback: grpc.requestCallback<_headwater_sites_v1_DeleteWebhookResponse__Output>): grpc.ClientUnaryCall;
  
  DetectSite(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Detection__Output>): grpc.ClientUnaryCall;
  DetectSite(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Detection__Output>): grpc.ClientUnaryCall;
  DetectSite(argument: _headwater_sites_v1_SiteReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Detection__Output>): grpc.ClientUnaryCall;
  DetectSite(argument: _headwater_sites_v1_SiteReference, callback: grpc.requestCallback<_headwater_sites_v1_Detection__Output>): grpc.ClientUnaryCall;
  detectSite(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Detection__Output>): grpc.ClientUnaryCall;
  detectSite(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Detection__Output>): grpc.ClientUnaryCall;
  detectSite(argument: _headwater_sites_v1_SiteReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Detection__Output>): grpc.ClientUnaryCall;
  detectSite(argument: _headwater_sites_v1_SiteReference, callback: grpc.requestCallback<_headwater_sites_v1_Detection__Output>): grpc.ClientUnaryCall;
  
  FinishPurge(argument: _headwater_sites_v1_FinishPurgeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_FinishPurgeResponse__Output>): grpc.ClientUnaryCall;
  FinishPurge(argument: _headwater_sites_v1_FinishPurgeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_FinishPurgeResponse__Output>): grpc.ClientUnaryCall;
  FinishPurge(argument: _headwater_sites_v1_FinishPurgeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_FinishPurgeResponse__Output>): grpc.ClientUnaryCall;
  FinishPurge(argument: _headwater_sites_v1_FinishPurgeRequest, callback: grpc.requestCallback<_headwater_sites_v1_FinishPurgeResponse__Output>): grpc.ClientUnaryCall;
  finishPurge(argument: _headwater_sites_v1_FinishPurgeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_FinishPurgeResponse__Output>): grpc.ClientUnaryCall;
  finishPurge(argument: _headwater_sites_v1_FinishPurgeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_FinishPurgeResponse__Output>): grpc.ClientUnaryCall;
  finishPurge(argument: _headwater_sites_v1_FinishPurgeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_FinishPurgeResponse__Output>): grpc.ClientUnaryCall;
  finishPurge(argument: _headwater_sites_v1_FinishPurgeRequest, callback: grpc.requestCallback<_headwater_sites_v1_FinishPurgeResponse__Output>): grpc.ClientUnaryCall;
  
  FinishRetention(argument: _headwater_sites_v1_RetentionDays, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_FinishRetentionResponse__Output>): grpc.ClientUnaryCall;
  FinishRetention(argument: _headwater_sites_v1_RetentionDays, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_FinishRetentionResponse__Output>): grpc.ClientUnaryCall;
  FinishRetention(argument: _headwater_sites_v1_RetentionDays, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_FinishRetentionResponse__Output>): grpc.ClientUnaryCall;
  FinishRetention(argument: _headwater_sites_v1_RetentionDays, callback: grpc.requestCallback<_headwater_sites_v1_FinishRetentionResponse__Output>): grpc.ClientUnaryCall;
  finishRetention(argument: _headwater_sites_v1_RetentionDays, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_FinishRetentionResponse__Output>): grpc.ClientUnaryCall;
  finishRetention(argument: _headwater_sites_v1_RetentionDays, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_FinishRetentionResponse__Output>): grpc.ClientUnaryCall;
  finishRetention(argument: _headwater_sites_v1_RetentionDays, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_FinishRetentionResponse__Output>): grpc.ClientUnaryCall;
  finishRetention(argument: _headwater_sites_v1_RetentionDays, callback: grpc.requestCallback<_headwater_sites_v1_FinishRetentionResponse__Output>): grpc.ClientUnaryCall;
  
  GetConfig(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_GetConfigResponse__Output>): grpc.ClientUnaryCall;
  GetConfig(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_GetConfigResponse__Output>): grpc.ClientUnaryCall;
  GetConfig(argument: _headwater_sites_v1_SiteReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_GetConfigResponse__Output>): grpc.ClientUnaryCall;
  GetConfig(argument: _headwater_sites_v1_SiteReference, callback: grpc.requestCallback<_headwater_sites_v1_GetConfigResponse__Output>): grpc.ClientUnaryCall;
  getConfig(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_GetConfigResponse__Output>): grpc.ClientUnaryCall;
  getConfig(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_GetConfigResponse__Output>): grpc.ClientUnaryCall;
  getConfig(argument: _headwater_sites_v1_SiteReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_GetConfigResponse__Output>): grpc.ClientUnaryCall;
  getConfig(argument: _headwater_sites_v1_SiteReference, callback: grpc.requestCallback<_headwater_sites_v1_GetConfigResponse__Output>): grpc.ClientUnaryCall;
  
  GetFunnel(argument: _headwater_sites_v1_DefinitionReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  GetFunnel(argument: _headwater_sites_v1_DefinitionReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  GetFunnel(argument: _headwater_sites_v1_DefinitionReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  GetFunnel(argument: _headwater_sites_v1_DefinitionReference, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  getFunnel(argument: _headwater_sites_v1_DefinitionReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  getFunnel(argument: _headwater_sites_v1_DefinitionReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  getFunnel(argument: _headwater_sites_v1_DefinitionReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  getFunnel(argument: _headwater_sites_v1_DefinitionReference, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  
  GetGoal(argument: _headwater_sites_v1_DefinitionReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  GetGoal(argument: _headwater_sites_v1_DefinitionReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  GetGoal(argument: _headwater_sites_v1_DefinitionReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  GetGoal(argument: _headwater_sites_v1_DefinitionReference, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  getGoal(argument: _headwater_sites_v1_DefinitionReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  getGoal(argument: _headwater_sites_v1_DefinitionReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  getGoal(argument: _headwater_sites_v1_DefinitionReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  getGoal(argument: _headwater_sites_v1_DefinitionReference, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  
  GetPurge(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Purge__Output>): grpc.ClientUnaryCall;
  GetPurge(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Purge__Output>): grpc.ClientUnaryCall;
  GetPurge(argument: _headwater_sites_v1_SiteReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Purge__Output>): grpc.ClientUnaryCall;
  GetPurge(argument: _headwater_sites_v1_SiteReference, callback: grpc.requestCallback<_headwater_sites_v1_Purge__Output>): grpc.ClientUnaryCall;
  getPurge(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Purge__Output>): grpc.ClientUnaryCall;
  getPurge(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Purge__Output>): grpc.ClientUnaryCall;
  getPurge(argument: _headwater_sites_v1_SiteReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Purge__Output>): grpc.ClientUnaryCall;
  getPurge(argument: _headwater_sites_v1_SiteReference, callback: grpc.requestCallback<_headwater_sites_v1_Purge__Output>): grpc.ClientUnaryCall;
  
  GetSite(argument: _headwater_sites_v1_GetSiteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  GetSite(argument: _headwater_sites_v1_GetSiteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  GetSite(argument: _headwater_sites_v1_GetSiteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  GetSite(argument: _headwater_sites_v1_GetSiteRequest, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  getSite(argument: _headwater_sites_v1_GetSiteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  getSite(argument: _headwater_sites_v1_GetSiteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  getSite(argument: _headwater_sites_v1_GetSiteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  getSite(argument: _headwater_sites_v1_GetSiteRequest, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  
  GetWebhook(argument: _headwater_sites_v1_WebhookReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Webhook__Output>): grpc.ClientUnaryCall;
  GetWebhook(argument: _headwater_sites_v1_WebhookReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Webhook__Output>): grpc.ClientUnaryCall;
  GetWebhook(argument: _headwater_sites_v1_WebhookReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Webhook__Output>): grpc.ClientUnaryCall;
  GetWebhook(argument: _headwater_sites_v1_WebhookReference, callback: grpc.requestCallback<_headwater_sites_v1_Webhook__Output>): grpc.ClientUnaryCall;
  getWebhook(argument: _headwater_sites_v1_WebhookReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Webhook__Output>): grpc.ClientUnaryCall;
  getWebhook(argument: _headwater_sites_v1_WebhookReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Webhook__Output>): grpc.ClientUnaryCall;
  getWebhook(argument: _headwater_sites_v1_WebhookReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Webhook__Output>): grpc.ClientUnaryCall;
  getWebhook(argument: _headwater_sites_v1_WebhookReference, callback: grpc.requestCallback<_headwater_sites_v1_Webhook__Output>): grpc.ClientUnaryCall;
  
  ListAnnotations(argument: _headwater_sites_v1_ListAnnotationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListAnnotationsResponse__Output>): grpc.ClientUnaryCall;
  ListAnnotations(argument: _headwater_sites_v1_ListAnnotationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListAnnotationsResponse__Output>): grpc.ClientUnaryCall;
  ListAnnotations(argument: _headwater_sites_v1_ListAnnotationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListAnnotationsResponse__Output>): grpc.ClientUnaryCall;
  ListAnnotations(argument: _headwater_sites_v1_ListAnnotationsRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListAnnotationsResponse__Output>): grpc.ClientUnaryCall;
  listAnnotations(argument: _headwater_sites_v1_ListAnnotationsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListAnnotationsResponse__Output>): grpc.ClientUnaryCall;
  listAnnotations(argument: _headwater_sites_v1_ListAnnotationsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListAnnotationsResponse__Output>): grpc.ClientUnaryCall;
  listAnnotations(argument: _headwater_sites_v1_ListAnnotationsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListAnnotationsResponse__Output>): grpc.ClientUnaryCall;
  listAnnotations(argument: _headwater_sites_v1_ListAnnotationsRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListAnnotationsResponse__Output>): grpc.ClientUnaryCall;
  
  ListDeletions(argument: _headwater_sites_v1_ListDeletionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListDeletionsResponse__Output>): grpc.ClientUnaryCall;
  ListDeletions(argument: _headwater_sites_v1_ListDeletionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListDeletionsResponse__Output>): grpc.ClientUnaryCall;
  ListDeletions(argument: _headwater_sites_v1_ListDeletionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListDeletionsResponse__Output>): grpc.ClientUnaryCall;
  ListDeletions(argument: _headwater_sites_v1_ListDeletionsRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListDeletionsResponse__Output>): grpc.ClientUnaryCall;
  listDeletions(argument: _headwater_sites_v1_ListDeletionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListDeletionsResponse__Output>): grpc.ClientUnaryCall;
  listDeletions(argument: _headwater_sites_v1_ListDeletionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListDeletionsResponse__Output>): grpc.ClientUnaryCall;
  listDeletions(argument: _headwater_sites_v1_ListDeletionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListDeletionsResponse__Output>): grpc.ClientUnaryCall;
  listDeletions(argument: _headwater_sites_v1_ListDeletionsRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListDeletionsResponse__Output>): grpc.ClientUnaryCall;
  
  ListDeliveries(argument: _headwater_sites_v1_ListDeliveriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _headwater_sites_v1_ListDeliveriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _headwater_sites_v1_ListDeliveriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _headwater_sites_v1_ListDeliveriesRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _headwater_sites_v1_ListDeliveriesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _headwater_sites_v1_ListDeliveriesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _headwater_sites_v1_ListDeliveriesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  listDeliveries(argument: _headwater_sites_v1_ListDeliveriesRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListDeliveriesResponse__Output>): grpc.ClientUnaryCall;
  
  ListDue(argument: _headwater_sites_v1_ListDueRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListDueResponse__Output>): grpc.ClientUnaryCall;
  ListDue(argument: _headwater_sites_v1_ListDueRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListDueResponse__Output>): grpc.ClientUnaryCall;
  ListDue(argument: _headwater_sites_v1_ListDueRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListDueResponse__Output>): grpc.ClientUnaryCall;
  ListDue(argument: _headwater_sites_v1_ListDueRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListDueResponse__Output>): grpc.ClientUnaryCall;
  listDue(argument: _headwater_sites_v1_ListDueRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListDueResponse__Output>): grpc.ClientUnaryCall;
  listDue(argument: _headwater_sites_v1_ListDueRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListDueResponse__Output>): grpc.ClientUnaryCall;
  listDue(argument: _headwater_sites_v1_ListDueRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListDueResponse__Output>): grpc.ClientUnaryCall;
  listDue(argument: _headwater_sites_v1_ListDueRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListDueResponse__Output>): grpc.ClientUnaryCall;
  
  ListFunnels(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListFunnelsResponse__Output>): grpc.ClientUnaryCall;
  ListFunnels(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListFunnelsResponse__Output>): grpc.ClientUnaryCall;
  ListFunnels(argument: _headwater_sites_v1_SiteReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListFunnelsResponse__Output>): grpc.ClientUnaryCall;
  ListFunnels(argument: _headwater_sites_v1_SiteReference, callback: grpc.requestCallback<_headwater_sites_v1_ListFunnelsResponse__Output>): grpc.ClientUnaryCall;
  listFunnels(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListFunnelsResponse__Output>): grpc.ClientUnaryCall;
  listFunnels(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListFunnelsResponse__Output>): grpc.ClientUnaryCall;
  listFunnels(argument: _headwater_sites_v1_SiteReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListFunnelsResponse__Output>): grpc.ClientUnaryCall;
  listFunnels(argument: _headwater_sites_v1_SiteReference, callback: grpc.requestCallback<_headwater_sites_v1_ListFunnelsResponse__Output>): grpc.ClientUnaryCall;
  
  ListGoals(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListGoalsResponse__Output>): grpc.ClientUnaryCall;
  ListGoals(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListGoalsResponse__Output>): grpc.ClientUnaryCall;
  ListGoals(argument: _headwater_sites_v1_SiteReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListGoalsResponse__Output>): grpc.ClientUnaryCall;
  ListGoals(argument: _headwater_sites_v1_SiteReference, callback: grpc.requestCallback<_headwater_sites_v1_ListGoalsResponse__Output>): grpc.ClientUnaryCall;
  listGoals(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListGoalsResponse__Output>): grpc.ClientUnaryCall;
  listGoals(argument: _headwater_sites_v1_SiteReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListGoalsResponse__Output>): grpc.ClientUnaryCall;
  listGoals(argument: _headwater_sites_v1_SiteReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListGoalsResponse__Output>): grpc.ClientUnaryCall;
  listGoals(argument: _headwater_sites_v1_SiteReference, callback: grpc.requestCallback<_headwater_sites_v1_ListGoalsResponse__Output>): grpc.ClientUnaryCall;
  
  ListNotices(argument: _headwater_sites_v1_ListNoticesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListNoticesResponse__Output>): grpc.ClientUnaryCall;
  ListNotices(argument: _headwater_sites_v1_ListNoticesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListNoticesResponse__Output>): grpc.ClientUnaryCall;
  ListNotices(argument: _headwater_sites_v1_ListNoticesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListNoticesResponse__Output>): grpc.ClientUnaryCall;
  ListNotices(argument: _headwater_sites_v1_ListNoticesRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListNoticesResponse__Output>): grpc.ClientUnaryCall;
  listNotices(argument: _headwater_sites_v1_ListNoticesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListNoticesResponse__Output>): grpc.ClientUnaryCall;
  listNotices(argument: _headwater_sites_v1_ListNoticesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListNoticesResponse__Output>): grpc.ClientUnaryCall;
  listNotices(argument: _headwater_sites_v1_ListNoticesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListNoticesResponse__Output>): grpc.ClientUnaryCall;
  listNotices(argument: _headwater_sites_v1_ListNoticesRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListNoticesResponse__Output>): grpc.ClientUnaryCall;
  
  ListPurgeTimes(argument: _headwater_sites_v1_ListPurgeTimesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListPurgeTimesResponse__Output>): grpc.ClientUnaryCall;
  ListPurgeTimes(argument: _headwater_sites_v1_ListPurgeTimesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListPurgeTimesResponse__Output>): grpc.ClientUnaryCall;
  ListPurgeTimes(argument: _headwater_sites_v1_ListPurgeTimesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListPurgeTimesResponse__Output>): grpc.ClientUnaryCall;
  ListPurgeTimes(argument: _headwater_sites_v1_ListPurgeTimesRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListPurgeTimesResponse__Output>): grpc.ClientUnaryCall;
  listPurgeTimes(argument: _headwater_sites_v1_ListPurgeTimesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListPurgeTimesResponse__Output>): grpc.ClientUnaryCall;
  listPurgeTimes(argument: _headwater_sites_v1_ListPurgeTimesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListPurgeTimesResponse__Output>): grpc.ClientUnaryCall;
  listPurgeTimes(argument: _headwater_sites_v1_ListPurgeTimesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListPurgeTimesResponse__Output>): grpc.ClientUnaryCall;
  listPurgeTimes(argument: _headwater_sites_v1_ListPurgeTimesRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListPurgeTimesResponse__Output>): grpc.ClientUnaryCall;
  
  ListPurges(argument: _headwater_sites_v1_ListPurgesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListPurgesResponse__Output>): grpc.ClientUnaryCall;
  ListPurges(argument: _headwater_sites_v1_ListPurgesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListPurgesResponse__Output>): grpc.ClientUnaryCall;
  ListPurges(argument: _headwater_sites_v1_ListPurgesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListPurgesResponse__Output>): grpc.ClientUnaryCall;
  ListPurges(argument: _headwater_sites_v1_ListPurgesRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListPurgesResponse__Output>): grpc.ClientUnaryCall;
  listPurges(argument: _headwater_sites_v1_ListPurgesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListPurgesResponse__Output>): grpc.ClientUnaryCall;
  listPurges(argument: _headwater_sites_v1_ListPurgesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListPurgesResponse__Output>): grpc.ClientUnaryCall;
  listPurges(argument: _headwater_sites_v1_ListPurgesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListPurgesResponse__Output>): grpc.ClientUnaryCall;
  listPurges(argument: _headwater_sites_v1_ListPurgesRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListPurgesResponse__Output>): grpc.ClientUnaryCall;
  
  ListRetentionDue(argument: _headwater_sites_v1_ListRetentionDueRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListRetentionDueResponse__Output>): grpc.ClientUnaryCall;
  ListRetentionDue(argument: _headwater_sites_v1_ListRetentionDueRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListRetentionDueResponse__Output>): grpc.ClientUnaryCall;
  ListRetentionDue(argument: _headwater_sites_v1_ListRetentionDueRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListRetentionDueResponse__Output>): grpc.ClientUnaryCall;
  ListRetentionDue(argument: _headwater_sites_v1_ListRetentionDueRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListRetentionDueResponse__Output>): grpc.ClientUnaryCall;
  listRetentionDue(argument: _headwater_sites_v1_ListRetentionDueRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListRetentionDueResponse__Output>): grpc.ClientUnaryCall;
  listRetentionDue(argument: _headwater_sites_v1_ListRetentionDueRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListRetentionDueResponse__Output>): grpc.ClientUnaryCall;
  listRetentionDue(argument: _headwater_sites_v1_ListRetentionDueRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListRetentionDueResponse__Output>): grpc.ClientUnaryCall;
  listRetentionDue(argument: _headwater_sites_v1_ListRetentionDueRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListRetentionDueResponse__Output>): grpc.ClientUnaryCall;
  
  ListSavedViews(argument: _headwater_sites_v1_ListSavedViewsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListSavedViewsResponse__Output>): grpc.ClientUnaryCall;
  ListSavedViews(argument: _headwater_sites_v1_ListSavedViewsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListSavedViewsResponse__Output>): grpc.ClientUnaryCall;
  ListSavedViews(argument: _headwater_sites_v1_ListSavedViewsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListSavedViewsResponse__Output>): grpc.ClientUnaryCall;
  ListSavedViews(argument: _headwater_sites_v1_ListSavedViewsRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListSavedViewsResponse__Output>): grpc.ClientUnaryCall;
  listSavedViews(argument: _headwater_sites_v1_ListSavedViewsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListSavedViewsResponse__Output>): grpc.ClientUnaryCall;
  listSavedViews(argument: _headwater_sites_v1_ListSavedViewsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListSavedViewsResponse__Output>): grpc.ClientUnaryCall;
  listSavedViews(argument: _headwater_sites_v1_ListSavedViewsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListSavedViewsResponse__Output>): grpc.ClientUnaryCall;
  listSavedViews(argument: _headwater_sites_v1_ListSavedViewsRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListSavedViewsResponse__Output>): grpc.ClientUnaryCall;
  
  ListSites(argument: _headwater_sites_v1_ListSitesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListSitesResponse__Output>): grpc.ClientUnaryCall;
  ListSites(argument: _headwater_sites_v1_ListSitesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListSitesResponse__Output>): grpc.ClientUnaryCall;
  ListSites(argument: _headwater_sites_v1_ListSitesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListSitesResponse__Output>): grpc.ClientUnaryCall;
  ListSites(argument: _headwater_sites_v1_ListSitesRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListSitesResponse__Output>): grpc.ClientUnaryCall;
  listSites(argument: _headwater_sites_v1_ListSitesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListSitesResponse__Output>): grpc.ClientUnaryCall;
  listSites(argument: _headwater_sites_v1_ListSitesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListSitesResponse__Output>): grpc.ClientUnaryCall;
  listSites(argument: _headwater_sites_v1_ListSitesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListSitesResponse__Output>): grpc.ClientUnaryCall;
  listSites(argument: _headwater_sites_v1_ListSitesRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListSitesResponse__Output>): grpc.ClientUnaryCall;
  
  ListSitesToAudit(argument: _headwater_sites_v1_ListSitesToAuditRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListSitesToAuditResponse__Output>): grpc.ClientUnaryCall;
  ListSitesToAudit(argument: _headwater_sites_v1_ListSitesToAuditRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListSitesToAuditResponse__Output>): grpc.ClientUnaryCall;
  ListSitesToAudit(argument: _headwater_sites_v1_ListSitesToAuditRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListSitesToAuditResponse__Output>): grpc.ClientUnaryCall;
  ListSitesToAudit(argument: _headwater_sites_v1_ListSitesToAuditRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListSitesToAuditResponse__Output>): grpc.ClientUnaryCall;
  listSitesToAudit(argument: _headwater_sites_v1_ListSitesToAuditRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListSitesToAuditResponse__Output>): grpc.ClientUnaryCall;
  listSitesToAudit(argument: _headwater_sites_v1_ListSitesToAuditRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListSitesToAuditResponse__Output>): grpc.ClientUnaryCall;
  listSitesToAudit(argument: _headwater_sites_v1_ListSitesToAuditRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListSitesToAuditResponse__Output>): grpc.ClientUnaryCall;
  listSitesToAudit(argument: _headwater_sites_v1_ListSitesToAuditRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListSitesToAuditResponse__Output>): grpc.ClientUnaryCall;
  
  ListWebhooks(argument: _headwater_sites_v1_ListWebhooksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  ListWebhooks(argument: _headwater_sites_v1_ListWebhooksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  ListWebhooks(argument: _headwater_sites_v1_ListWebhooksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  ListWebhooks(argument: _headwater_sites_v1_ListWebhooksRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  listWebhooks(argument: _headwater_sites_v1_ListWebhooksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  listWebhooks(argument: _headwater_sites_v1_ListWebhooksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  listWebhooks(argument: _headwater_sites_v1_ListWebhooksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  listWebhooks(argument: _headwater_sites_v1_ListWebhooksRequest, callback: grpc.requestCallback<_headwater_sites_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  
  MarkInstalled(argument: _headwater_sites_v1_MarkInstalledRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_MarkInstalledResponse__Output>): grpc.ClientUnaryCall;
  MarkInstalled(argument: _headwater_sites_v1_MarkInstalledRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_MarkInstalledResponse__Output>): grpc.ClientUnaryCall;
  MarkInstalled(argument: _headwater_sites_v1_MarkInstalledRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_MarkInstalledResponse__Output>): grpc.ClientUnaryCall;
  MarkInstalled(argument: _headwater_sites_v1_MarkInstalledRequest, callback: grpc.requestCallback<_headwater_sites_v1_MarkInstalledResponse__Output>): grpc.ClientUnaryCall;
  markInstalled(argument: _headwater_sites_v1_MarkInstalledRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_MarkInstalledResponse__Output>): grpc.ClientUnaryCall;
  markInstalled(argument: _headwater_sites_v1_MarkInstalledRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_MarkInstalledResponse__Output>): grpc.ClientUnaryCall;
  markInstalled(argument: _headwater_sites_v1_MarkInstalledRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_MarkInstalledResponse__Output>): grpc.ClientUnaryCall;
  markInstalled(argument: _headwater_sites_v1_MarkInstalledRequest, callback: grpc.requestCallback<_headwater_sites_v1_MarkInstalledResponse__Output>): grpc.ClientUnaryCall;
  
  PutConfig(argument: _headwater_sites_v1_PutConfigRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_PutConfigResponse__Output>): grpc.ClientUnaryCall;
  PutConfig(argument: _headwater_sites_v1_PutConfigRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_PutConfigResponse__Output>): grpc.ClientUnaryCall;
  PutConfig(argument: _headwater_sites_v1_PutConfigRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_PutConfigResponse__Output>): grpc.ClientUnaryCall;
  PutConfig(argument: _headwater_sites_v1_PutConfigRequest, callback: grpc.requestCallback<_headwater_sites_v1_PutConfigResponse__Output>): grpc.ClientUnaryCall;
  putConfig(argument: _headwater_sites_v1_PutConfigRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_PutConfigResponse__Output>): grpc.ClientUnaryCall;
  putConfig(argument: _headwater_sites_v1_PutConfigRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_PutConfigResponse__Output>): grpc.ClientUnaryCall;
  putConfig(argument: _headwater_sites_v1_PutConfigRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_PutConfigResponse__Output>): grpc.ClientUnaryCall;
  putConfig(argument: _headwater_sites_v1_PutConfigRequest, callback: grpc.requestCallback<_headwater_sites_v1_PutConfigResponse__Output>): grpc.ClientUnaryCall;
  
  RecordAudit(argument: _headwater_sites_v1_RecordAuditRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_RecordAuditResponse__Output>): grpc.ClientUnaryCall;
  RecordAudit(argument: _headwater_sites_v1_RecordAuditRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_RecordAuditResponse__Output>): grpc.ClientUnaryCall;
  RecordAudit(argument: _headwater_sites_v1_RecordAuditRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_RecordAuditResponse__Output>): grpc.ClientUnaryCall;
  RecordAudit(argument: _headwater_sites_v1_RecordAuditRequest, callback: grpc.requestCallback<_headwater_sites_v1_RecordAuditResponse__Output>): grpc.ClientUnaryCall;
  recordAudit(argument: _headwater_sites_v1_RecordAuditRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_RecordAuditResponse__Output>): grpc.ClientUnaryCall;
  recordAudit(argument: _headwater_sites_v1_RecordAuditRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_RecordAuditResponse__Output>): grpc.ClientUnaryCall;
  recordAudit(argument: _headwater_sites_v1_RecordAuditRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_RecordAuditResponse__Output>): grpc.ClientUnaryCall;
  recordAudit(argument: _headwater_sites_v1_RecordAuditRequest, callback: grpc.requestCallback<_headwater_sites_v1_RecordAuditResponse__Output>): grpc.ClientUnaryCall;
  
  RecordNotices(argument: _headwater_sites_v1_RecordNoticesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_RecordNoticesResponse__Output>): grpc.ClientUnaryCall;
  RecordNotices(argument: _headwater_sites_v1_RecordNoticesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_RecordNoticesResponse__Output>): grpc.ClientUnaryCall;
  RecordNotices(argument: _headwater_sites_v1_RecordNoticesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_RecordNoticesResponse__Output>): grpc.ClientUnaryCall;
  RecordNotices(argument: _headwater_sites_v1_RecordNoticesRequest, callback: grpc.requestCallback<_headwater_sites_v1_RecordNoticesResponse__Output>): grpc.ClientUnaryCall;
  recordNotices(argument: _headwater_sites_v1_RecordNoticesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_RecordNoticesResponse__Output>): grpc.ClientUnaryCall;
  recordNotices(argument: _headwater_sites_v1_RecordNoticesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_RecordNoticesResponse__Output>): grpc.ClientUnaryCall;
  recordNotices(argument: _headwater_sites_v1_RecordNoticesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_RecordNoticesResponse__Output>): grpc.ClientUnaryCall;
  recordNotices(argument: _headwater_sites_v1_RecordNoticesRequest, callback: grpc.requestCallback<_headwater_sites_v1_RecordNoticesResponse__Output>): grpc.ClientUnaryCall;
  
  ReleaseClaims(argument: _headwater_sites_v1_ReleaseClaimsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ReleaseClaimsResponse__Output>): grpc.ClientUnaryCall;
  ReleaseClaims(argument: _headwater_sites_v1_ReleaseClaimsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ReleaseClaimsResponse__Output>): grpc.ClientUnaryCall;
  ReleaseClaims(argument: _headwater_sites_v1_ReleaseClaimsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ReleaseClaimsResponse__Output>): grpc.ClientUnaryCall;
  ReleaseClaims(argument: _headwater_sites_v1_ReleaseClaimsRequest, callback: grpc.requestCallback<_headwater_sites_v1_ReleaseClaimsResponse__Output>): grpc.ClientUnaryCall;
  releaseClaims(argument: _headwater_sites_v1_ReleaseClaimsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ReleaseClaimsResponse__Output>): grpc.ClientUnaryCall;
  releaseClaims(argument: _headwater_sites_v1_ReleaseClaimsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ReleaseClaimsResponse__Output>): grpc.ClientUnaryCall;
  releaseClaims(argument: _headwater_sites_v1_ReleaseClaimsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ReleaseClaimsResponse__Output>): grpc.ClientUnaryCall;
  releaseClaims(argument: _headwater_sites_v1_ReleaseClaimsRequest, callback: grpc.requestCallback<_headwater_sites_v1_ReleaseClaimsResponse__Output>): grpc.ClientUnaryCall;
  
  RemoveUserIds(argument: _headwater_sites_v1_RemoveUserIdsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_RemoveUserIdsResponse__Output>): grpc.ClientUnaryCall;
  RemoveUserIds(argument: _headwater_sites_v1_RemoveUserIdsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_RemoveUserIdsResponse__Output>): grpc.ClientUnaryCall;
  RemoveUserIds(argument: _headwater_sites_v1_RemoveUserIdsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_RemoveUserIdsResponse__Output>): grpc.ClientUnaryCall;
  RemoveUserIds(argument: _headwater_sites_v1_RemoveUserIdsRequest, callback: grpc.requestCallback<_headwater_sites_v1_RemoveUserIdsResponse__Output>): grpc.ClientUnaryCall;
  removeUserIds(argument: _headwater_sites_v1_RemoveUserIdsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_RemoveUserIdsResponse__Output>): grpc.ClientUnaryCall;
  removeUserIds(argument: _headwater_sites_v1_RemoveUserIdsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_RemoveUserIdsResponse__Output>): grpc.ClientUnaryCall;
  removeUserIds(argument: _headwater_sites_v1_RemoveUserIdsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_RemoveUserIdsResponse__Output>): grpc.ClientUnaryCall;
  removeUserIds(argument: _headwater_sites_v1_RemoveUserIdsRequest, callback: grpc.requestCallback<_headwater_sites_v1_RemoveUserIdsResponse__Output>): grpc.ClientUnaryCall;
  
  RepeatDeletion(argument: _headwater_sites_v1_SiteDeletion, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_RepeatDeletionResponse__Output>): grpc.ClientUnaryCall;
  RepeatDeletion(argument: _headwater_sites_v1_SiteDeletion, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_RepeatDeletionResponse__Output>): grpc.ClientUnaryCall;
  RepeatDeletion(argument: _headwater_sites_v1_SiteDeletion, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_RepeatDeletionResponse__Output>): grpc.ClientUnaryCall;
  RepeatDeletion(argument: _headwater_sites_v1_SiteDeletion, callback: grpc.requestCallback<_headwater_sites_v1_RepeatDeletionResponse__Output>): grpc.ClientUnaryCall;
  repeatDeletion(argument: _headwater_sites_v1_SiteDeletion, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_RepeatDeletionResponse__Output>): grpc.ClientUnaryCall;
  repeatDeletion(argument: _headwater_sites_v1_SiteDeletion, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_RepeatDeletionResponse__Output>): grpc.ClientUnaryCall;
  repeatDeletion(argument: _headwater_sites_v1_SiteDeletion, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_RepeatDeletionResponse__Output>): grpc.ClientUnaryCall;
  repeatDeletion(argument: _headwater_sites_v1_SiteDeletion, callback: grpc.requestCallback<_headwater_sites_v1_RepeatDeletionResponse__Output>): grpc.ClientUnaryCall;
  
  ReplayWebhook(argument: _headwater_sites_v1_ReplayWebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  ReplayWebhook(argument: _headwater_sites_v1_ReplayWebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  ReplayWebhook(argument: _headwater_sites_v1_ReplayWebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  ReplayWebhook(argument: _headwater_sites_v1_ReplayWebhookRequest, callback: grpc.requestCallback<_headwater_sites_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  replayWebhook(argument: _headwater_sites_v1_ReplayWebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  replayWebhook(argument: _headwater_sites_v1_ReplayWebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  replayWebhook(argument: _headwater_sites_v1_ReplayWebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  replayWebhook(argument: _headwater_sites_v1_ReplayWebhookRequest, callback: grpc.requestCallback<_headwater_sites_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  
  RestoreSite(argument: _headwater_sites_v1_RestoreSiteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  RestoreSite(argument: _headwater_sites_v1_RestoreSiteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  RestoreSite(argument: _headwater_sites_v1_RestoreSiteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  RestoreSite(argument: _headwater_sites_v1_RestoreSiteRequest, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  restoreSite(argument: _headwater_sites_v1_RestoreSiteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  restoreSite(argument: _headwater_sites_v1_RestoreSiteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  restoreSite(argument: _headwater_sites_v1_RestoreSiteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  restoreSite(argument: _headwater_sites_v1_RestoreSiteRequest, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  
  RotateWebhookSecret(argument: _headwater_sites_v1_WebhookReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_WebhookWithSecret__Output>): grpc.ClientUnaryCall;
  RotateWebhookSecret(argument: _headwater_sites_v1_WebhookReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_WebhookWithSecret__Output>): grpc.ClientUnaryCall;
  RotateWebhookSecret(argument: _headwater_sites_v1_WebhookReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_WebhookWithSecret__Output>): grpc.ClientUnaryCall;
  RotateWebhookSecret(argument: _headwater_sites_v1_WebhookReference, callback: grpc.requestCallback<_headwater_sites_v1_WebhookWithSecret__Output>): grpc.ClientUnaryCall;
  rotateWebhookSecret(argument: _headwater_sites_v1_WebhookReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_WebhookWithSecret__Output>): grpc.ClientUnaryCall;
  rotateWebhookSecret(argument: _headwater_sites_v1_WebhookReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_WebhookWithSecret__Output>): grpc.ClientUnaryCall;
  rotateWebhookSecret(argument: _headwater_sites_v1_WebhookReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_WebhookWithSecret__Output>): grpc.ClientUnaryCall;
  rotateWebhookSecret(argument: _headwater_sites_v1_WebhookReference, callback: grpc.requestCallback<_headwater_sites_v1_WebhookWithSecret__Output>): grpc.ClientUnaryCall;
  
  TestWebhook(argument: _headwater_sites_v1_WebhookReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_TestWebhookResponse__Output>): grpc.ClientUnaryCall;
  TestWebhook(argument: _headwater_sites_v1_WebhookReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_TestWebhookResponse__Output>): grpc.ClientUnaryCall;
  TestWebhook(argument: _headwater_sites_v1_WebhookReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_TestWebhookResponse__Output>): grpc.ClientUnaryCall;
  TestWebhook(argument: _headwater_sites_v1_WebhookReference, callback: grpc.requestCallback<_headwater_sites_v1_TestWebhookResponse__Output>): grpc.ClientUnaryCall;
  testWebhook(argument: _headwater_sites_v1_WebhookReference, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_TestWebhookResponse__Output>): grpc.ClientUnaryCall;
  testWebhook(argument: _headwater_sites_v1_WebhookReference, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_TestWebhookResponse__Output>): grpc.ClientUnaryCall;
  testWebhook(argument: _headwater_sites_v1_WebhookReference, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_TestWebhookResponse__Output>): grpc.ClientUnaryCall;
  testWebhook(argument: _headwater_sites_v1_WebhookReference, callback: grpc.requestCallback<_headwater_sites_v1_TestWebhookResponse__Output>): grpc.ClientUnaryCall;
  
  UpdateAnnotation(argument: _headwater_sites_v1_UpdateAnnotationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Annotation__Output>): grpc.ClientUnaryCall;
  UpdateAnnotation(argument: _headwater_sites_v1_UpdateAnnotationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Annotation__Output>): grpc.ClientUnaryCall;
  UpdateAnnotation(argument: _headwater_sites_v1_UpdateAnnotationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Annotation__Output>): grpc.ClientUnaryCall;
  UpdateAnnotation(argument: _headwater_sites_v1_UpdateAnnotationRequest, callback: grpc.requestCallback<_headwater_sites_v1_Annotation__Output>): grpc.ClientUnaryCall;
  updateAnnotation(argument: _headwater_sites_v1_UpdateAnnotationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Annotation__Output>): grpc.ClientUnaryCall;
  updateAnnotation(argument: _headwater_sites_v1_UpdateAnnotationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Annotation__Output>): grpc.ClientUnaryCall;
  updateAnnotation(argument: _headwater_sites_v1_UpdateAnnotationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Annotation__Output>): grpc.ClientUnaryCall;
  updateAnnotation(argument: _headwater_sites_v1_UpdateAnnotationRequest, callback: grpc.requestCallback<_headwater_sites_v1_Annotation__Output>): grpc.ClientUnaryCall;
  
  UpdateFunnel(argument: _headwater_sites_v1_UpdateFunnelRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  UpdateFunnel(argument: _headwater_sites_v1_UpdateFunnelRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  UpdateFunnel(argument: _headwater_sites_v1_UpdateFunnelRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  UpdateFunnel(argument: _headwater_sites_v1_UpdateFunnelRequest, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  updateFunnel(argument: _headwater_sites_v1_UpdateFunnelRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  updateFunnel(argument: _headwater_sites_v1_UpdateFunnelRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  updateFunnel(argument: _headwater_sites_v1_UpdateFunnelRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  updateFunnel(argument: _headwater_sites_v1_UpdateFunnelRequest, callback: grpc.requestCallback<_headwater_sites_v1_Funnel__Output>): grpc.ClientUnaryCall;
  
  UpdateGoal(argument: _headwater_sites_v1_UpdateGoalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  UpdateGoal(argument: _headwater_sites_v1_UpdateGoalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  UpdateGoal(argument: _headwater_sites_v1_UpdateGoalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  UpdateGoal(argument: _headwater_sites_v1_UpdateGoalRequest, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  updateGoal(argument: _headwater_sites_v1_UpdateGoalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  updateGoal(argument: _headwater_sites_v1_UpdateGoalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  updateGoal(argument: _headwater_sites_v1_UpdateGoalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  updateGoal(argument: _headwater_sites_v1_UpdateGoalRequest, callback: grpc.requestCallback<_headwater_sites_v1_Goal__Output>): grpc.ClientUnaryCall;
  
  UpdateSavedView(argument: _headwater_sites_v1_UpdateSavedViewRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_SavedView__Output>): grpc.ClientUnaryCall;
  UpdateSavedView(argument: _headwater_sites_v1_UpdateSavedViewRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_SavedView__Output>): grpc.ClientUnaryCall;
  UpdateSavedView(argument: _headwater_sites_v1_UpdateSavedViewRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_SavedView__Output>): grpc.ClientUnaryCall;
  UpdateSavedView(argument: _headwater_sites_v1_UpdateSavedViewRequest, callback: grpc.requestCallback<_headwater_sites_v1_SavedView__Output>): grpc.ClientUnaryCall;
  updateSavedView(argument: _headwater_sites_v1_UpdateSavedViewRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_SavedView__Output>): grpc.ClientUnaryCall;
  updateSavedView(argument: _headwater_sites_v1_UpdateSavedViewRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_SavedView__Output>): grpc.ClientUnaryCall;
  updateSavedView(argument: _headwater_sites_v1_UpdateSavedViewRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_SavedView__Output>): grpc.ClientUnaryCall;
  updateSavedView(argument: _headwater_sites_v1_UpdateSavedViewRequest, callback: grpc.requestCallback<_headwater_sites_v1_SavedView__Output>): grpc.ClientUnaryCall;
  
  UpdateSite(argument: _headwater_sites_v1_UpdateSiteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  UpdateSite(argument: _headwater_sites_v1_UpdateSiteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  UpdateSite(argument: _headwater_sites_v1_UpdateSiteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  UpdateSite(argument: _headwater_sites_v1_UpdateSiteRequest, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  updateSite(argument: _headwater_sites_v1_UpdateSiteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  updateSite(argument: _headwater_sites_v1_UpdateSiteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  updateSite(argument: _headwater_sites_v1_UpdateSiteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  updateSite(argument: _headwater_sites_v1_UpdateSiteRequest, callback: grpc.requestCallback<_headwater_sites_v1_Site__Output>): grpc.ClientUnaryCall;
  
  UpdateWebhook(argument: _headwater_sites_v1_UpdateWebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Webhook__Output>): grpc.ClientUnaryCall;
  UpdateWebhook(argument: _headwater_sites_v1_UpdateWebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Webhook__Output>): grpc.ClientUnaryCall;
  UpdateWebhook(argument: _headwater_sites_v1_UpdateWebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Webhook__Output>): grpc.ClientUnaryCall;
  UpdateWebhook(argument: _headwater_sites_v1_UpdateWebhookRequest, callback: grpc.requestCallback<_headwater_sites_v1_Webhook__Output>): grpc.ClientUnaryCall;
  updateWebhook(argument: _headwater_sites_v1_UpdateWebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Webhook__Output>): grpc.ClientUnaryCall;
  updateWebhook(argument: _headwater_sites_v1_UpdateWebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_Webhook__Output>): grpc.ClientUnaryCall;
  updateWebhook(argument: _headwater_sites_v1_UpdateWebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_Webhook__Output>): grpc.ClientUnaryCall;
  updateWebhook(argument: _headwater_sites_v1_UpdateWebhookRequest, callback: grpc.requestCallback<_headwater_sites_v1_Webhook__Output>): grpc.ClientUnaryCall;
  
  VerifySiteKey(argument: _headwater_sites_v1_VerifySiteKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_VerifySiteKeyResponse__Output>): grpc.ClientUnaryCall;
  VerifySiteKey(argument: _headwater_sites_v1_VerifySiteKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_VerifySiteKeyResponse__Output>): grpc.ClientUnaryCall;
  VerifySiteKey(argument: _headwater_sites_v1_VerifySiteKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_VerifySiteKeyResponse__Output>): grpc.ClientUnaryCall;
  VerifySiteKey(argument: _headwater_sites_v1_VerifySiteKeyRequest, callback: grpc.requestCallback<_headwater_sites_v1_VerifySiteKeyResponse__Output>): grpc.ClientUnaryCall;
  verifySiteKey(argument: _headwater_sites_v1_VerifySiteKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_VerifySiteKeyResponse__Output>): grpc.ClientUnaryCall;
  verifySiteKey(argument: _headwater_sites_v1_VerifySiteKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_sites_v1_VerifySiteKeyResponse__Output>): grpc.ClientUnaryCall;
  verifySiteKey(argument: _headwater_sites_v1_VerifySiteKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_sites_v1_VerifySiteKeyResponse__Output>): grpc.ClientUnaryCall;
  verifySiteKey(argument: _headwater_sites_v1_VerifySiteKeyRequest, callback: grpc.requestCallback<_headwater_sites_v1_VerifySiteKeyResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface SitesHandlers extends grpc.UntypedServiceImplementation {
  BeginAudit: grpc.handleUnaryCall<_headwater_sites_v1_SiteReference__Output, _headwater_sites_v1_BeginAuditResponse>;
  
  BeginPurge: grpc.handleUnaryCall<_headwater_sites_v1_BeginPurgeRequest__Output, _headwater_sites_v1_BeginPurgeResponse>;
  
  BeginRetention: grpc.handleUnaryCall<_headwater_sites_v1_RetentionDays__Output, _headwater_sites_v1_BeginRetentionResponse>;
  
  ClaimEvents: grpc.handleUnaryCall<_headwater_sites_v1_ClaimEventsRequest__Output, _headwater_sites_v1_ClaimEventsResponse>;
  
  CreateAnnotation: grpc.handleUnaryCall<_headwater_sites_v1_CreateAnnotationRequest__Output, _headwater_sites_v1_Annotation>;
  
  CreateFunnel: grpc.handleUnaryCall<_headwater_sites_v1_CreateFunnelRequest__Output, _headwater_sites_v1_Funnel>;
  
  CreateGoal: grpc.handleUnaryCall<_headwater_sites_v1_CreateGoalRequest__Output, _headwater_sites_v1_Goal>;
  
  CreateSavedView: grpc.handleUnaryCall<_headwater_sites_v1_CreateSavedViewRequest__Output, _headwater_sites_v1_SavedView>;
  
  CreateSite: grpc.handleUnaryCall<_headwater_sites_v1_CreateSiteRequest__Output, _headwater_sites_v1_CreateSiteResponse>;
  
  CreateWebhook: grpc.handleUnaryCall<_headwater_sites_v1_CreateWebhookRequest__Output, _headwater_sites_v1_WebhookWithSecret>;
  
  DeleteAnnotation: grpc.handleUnaryCall<_headwater_sites_v1_AnnotationReference__Output, _headwater_sites_v1_DeleteAnnotationResponse>;
  
  DeleteFunnel: grpc.handleUnaryCall<_headwater_sites_v1_DefinitionReference__Output, _headwater_sites_v1_DeleteDefinitionResponse>;
  
  DeleteGoal: grpc.handleUnaryCall<_headwater_sites_v1_DefinitionReference__Output, _headwater_sites_v1_DeleteDefinitionResponse>;
  
  DeleteSavedView: grpc.handleUnaryCall<_headwater_sites_v1_SavedViewReference__Output, _headwater_sites_v1_DeleteSavedViewResponse>;
  
  DeleteSite: grpc.handleUnaryCall<_headwater_sites_v1_DeleteSiteRequest__Output, _headwater_sites_v1_DeleteSiteResponse>;
  
  DeleteWebhook: grpc.handleUnaryCall<_headwater_sites_v1_WebhookReference__Output, _headwater_sites_v1_DeleteWebhookResponse>;
  
  DetectSite: grpc.handleUnaryCall<_headwater_sites_v1_SiteReference__Output, _headwater_sites_v1_Detection>;
  
  FinishPurge: grpc.handleUnaryCall<_headwater_sites_v1_FinishPurgeRequest__Output, _headwater_sites_v1_FinishPurgeResponse>;
  
  FinishRetention: grpc.handleUnaryCall<_headwater_sites_v1_RetentionDays__Output, _headwater_sites_v1_FinishRetentionResponse>;
  
  GetConfig: grpc.handleUnaryCall<_headwater_sites_v1_SiteReference__Output, _headwater_sites_v1_GetConfigResponse>;
  
  GetFunnel: grpc.handleUnaryCall<_headwater_sites_v1_DefinitionReference__Output, _headwater_sites_v1_Funnel>;
  
  GetGoal: grpc.handleUnaryCall<_headwater_sites_v1_DefinitionReference__Output, _headwater_sites_v1_Goal>;
  
  GetPurge: grpc.handleUnaryCall<_headwater_sites_v1_SiteReference__Output, _headwater_sites_v1_Purge>;
  
  GetSite: grpc.handleUnaryCall<_headwater_sites_v1_GetSiteRequest__Output, _headwater_sites_v1_Site>;
  
  GetWebhook: grpc.handleUnaryCall<_headwater_sites_v1_WebhookReference__Output, _headwater_sites_v1_Webhook>;
  
  ListAnnotations: grpc.handleUnaryCall<_headwater_sites_v1_ListAnnotationsRequest__Output, _headwater_sites_v1_ListAnnotationsResponse>;
  
  ListDeletions: grpc.handleUnaryCall<_headwater_sites_v1_ListDeletionsRequest__Output, _headwater_sites_v1_ListDeletionsResponse>;
  
  ListDeliveries: grpc.handleUnaryCall<_headwater_sites_v1_ListDeliveriesRequest__Output, _headwater_sites_v1_ListDeliveriesResponse>;
  
  ListDue: grpc.handleUnaryCall<_headwater_sites_v1_ListDueRequest__Output, _headwater_sites_v1_ListDueResponse>;
  
  ListFunnels: grpc.handleUnaryCall<_headwater_sites_v1_SiteReference__Output, _headwater_sites_v1_ListFunnelsResponse>;
  
  ListGoals: grpc.handleUnaryCall<_headwater_sites_v1_SiteReference__Output, _headwater_sites_v1_ListGoalsResponse>;
  
  ListNotices: grpc.handleUnaryCall<_headwater_sites_v1_ListNoticesRequest__Output, _headwater_sites_v1_ListNoticesResponse>;
  
  ListPurgeTimes: grpc.handleUnaryCall<_headwater_sites_v1_ListPurgeTimesRequest__Output, _headwater_sites_v1_ListPurgeTimesResponse>;
  
  ListPurges: grpc.handleUnaryCall<_headwater_sites_v1_ListPurgesRequest__Output, _headwater_sites_v1_ListPurgesResponse>;
  
  ListRetentionDue: grpc.handleUnaryCall<_headwater_sites_v1_ListRetentionDueRequest__Output, _headwater_sites_v1_ListRetentionDueResponse>;
  
  ListSavedViews: grpc.handleUnaryCall<_headwater_sites_v1_ListSavedViewsRequest__Output, _headwater_sites_v1_ListSavedViewsResponse>;
  
  ListSites: grpc.handleUnaryCall<_headwater_sites_v1_ListSitesRequest__Output, _headwater_sites_v1_ListSitesResponse>;
  
  ListSitesToAudit: grpc.handleUnaryCall<_headwater_sites_v1_ListSitesToAuditRequest__Output, _headwater_sites_v1_ListSitesToAuditResponse>;
  
  ListWebhooks: grpc.handleUnaryCall<_headwater_sites_v1_ListWebhooksRequest__Output, _headwater_sites_v1_ListWebhooksResponse>;
  
  MarkInstalled: grpc.handleUnaryCall<_headwater_sites_v1_MarkInstalledRequest__Output, _headwater_sites_v1_MarkInstalledResponse>;
  
  PutConfig: grpc.handleUnaryCall<_headwater_sites_v1_PutConfigRequest__Output, _headwater_sites_v1_PutConfigResponse>;
  
  RecordAudit: grpc.handleUnaryCall<_headwater_sites_v1_RecordAuditRequest__Output, _headwater_sites_v1_RecordAuditResponse>;
  
  RecordNotices: grpc.handleUnaryCall<_headwater_sites_v1_RecordNoticesRequest__Output, _headwater_sites_v1_RecordNoticesResponse>;
  
  ReleaseClaims: grpc.handleUnaryCall<_headwater_sites_v1_ReleaseClaimsRequest__Output, _headwater_sites_v1_ReleaseClaimsResponse>;
  
  RemoveUserIds: grpc.handleUnaryCall<_headwater_sites_v1_RemoveUserIdsRequest__Output, _headwater_sites_v1_RemoveUserIdsResponse>;
  
  RepeatDeletion: grpc.handleUnaryCall<_headwater_sites_v1_SiteDeletion__Output, _headwater_sites_v1_RepeatDeletionResponse>;
  
  ReplayWebhook: grpc.handleUnaryCall<_headwater_sites_v1_ReplayWebhookRequest__Output, _headwater_sites_v1_ReplayWebhookResponse>;
  
  RestoreSite: grpc.handleUnaryCall<_headwater_sites_v1_RestoreSiteRequest__Output, _headwater_sites_v1_Site>;
  
  RotateWebhookSecret: grpc.handleUnaryCall<_headwater_sites_v1_WebhookReference__Output, _headwater_sites_v1_WebhookWithSecret>;
  
  TestWebhook: grpc.handleUnaryCall<_headwater_sites_v1_WebhookReference__Output, _headwater_sites_v1_TestWebhookResponse>;
  
  UpdateAnnotation: grpc.handleUnaryCall<_headwater_sites_v1_UpdateAnnotationRequest__Output, _headwater_sites_v1_Annotation>;
  
  UpdateFunnel: grpc.handleUnaryCall<_headwater_sites_v1_UpdateFunnelRequest__Output, _headwater_sites_v1_Funnel>;
  
  UpdateGoal: grpc.handleUnaryCall<_headwater_sites_v1_UpdateGoalRequest__Output, _headwater_sites_v1_Goal>;
  
  UpdateSavedView: grpc.handleUnaryCall<_headwater_sites_v1_UpdateSavedViewRequest__Output, _headwater_sites_v1_SavedView>;
  
  UpdateSite: grpc.handleUnaryCall<_headwater_sites_v1_UpdateSiteRequest__Output, _headwater_sites_v1_Site>;
  
  UpdateWebhook: grpc.handleUnaryCall<_headwater_sites_v1_UpdateWebhookRequest__Output, _headwater_sites_v1_Webhook>;
  
  VerifySiteKey: grpc.handleUnaryCall<_headwater_sites_v1_VerifySiteKeyRequest__Output, _headwater_sites_v1_VerifySiteKeyResponse>;
  
}

export interface SitesDefinition extends grpc.ServiceDefinition {
  BeginAudit: MethodDefinition<_headwater_sites_v1_SiteReference, _headwater_sites_v1_BeginAuditResponse, _headwater_sites_v1_SiteReference__Output, _headwater_sites_v1_BeginAuditResponse__Output>
  BeginPurge: MethodDefinition<_headwater_sites_v1_BeginPurgeRequest, _headwater_sites_v1_BeginPurgeResponse, _headwater_sites_v1_BeginPurgeRequest__Output, _headwater_sites_v1_BeginPurgeResponse__Output>
  BeginRetention: MethodDefinition<_headwater_sites_v1_RetentionDays, _headwater_sites_v1_BeginRetentionResponse, _headwater_sites_v1_RetentionDays__Output, _headwater_sites_v1_BeginRetentionResponse__Output>
  ClaimEvents: MethodDefinition<_headwater_sites_v1_ClaimEventsRequest, _headwater_sites_v1_ClaimEventsResponse, _headwater_sites_v1_ClaimEventsRequest__Output, _headwater_sites_v1_ClaimEventsResponse__Output>
  CreateAnnotation: MethodDefinition<_headwater_sites_v1_CreateAnnotationRequest, _headwater_sites_v1_Annotation, _headwater_sites_v1_CreateAnnotationRequest__Output, _headwater_sites_v1_Annotation__Output>
  CreateFunnel: MethodDefinition<_headwater_sites_v1_CreateFunnelRequest, _headwater_sites_v1_Funnel, _headwater_sites_v1_CreateFunnelRequest__Output, _headwater_sites_v1_Funnel__Output>
  CreateGoal: MethodDefinition<_headwater_sites_v1_CreateGoalRequest, _headwater_sites_v1_Goal, _headwater_sites_v1_CreateGoalRequest__Output, _headwater_sites_v1_Goal__Output>
  CreateSavedView: MethodDefinition<_headwater_sites_v1_CreateSavedViewRequest, _headwater_sites_v1_SavedView, _headwater_sites_v1_CreateSavedViewRequest__Output, _headwater_sites_v1_SavedView__Output>
  CreateSite: MethodDefinition<_headwater_sites_v1_CreateSiteRequest, _headwater_sites_v1_CreateSiteResponse, _headwater_sites_v1_CreateSiteRequest__Output, _headwater_sites_v1_CreateSiteResponse__Output>
  CreateWebhook: MethodDefinition<_headwater_sites_v1_CreateWebhookRequest, _headwater_sites_v1_WebhookWithSecret, _headwater_sites_v1_CreateWebhookRequest__Output, _headwater_sites_v1_WebhookWithSecret__Output>
  DeleteAnnotation: MethodDefinition<_headwater_sites_v1_AnnotationReference, _headwater_sites_v1_DeleteAnnotationResponse, _headwater_sites_v1_AnnotationReference__Output, _headwater_sites_v1_DeleteAnnotationResponse__Output>
  DeleteFunnel: MethodDefinition<_headwater_sites_v1_DefinitionReference, _headwater_sites_v1_DeleteDefinitionResponse, _headwater_sites_v1_DefinitionReference__Output, _headwater_sites_v1_DeleteDefinitionResponse__Output>
  DeleteGoal: MethodDefinition<_headwater_sites_v1_DefinitionReference, _headwater_sites_v1_DeleteDefinitionResponse, _headwater_sites_v1_DefinitionReference__Output, _headwater_sites_v1_DeleteDefinitionResponse__Output>
  DeleteSavedView: MethodDefinition<_headwater_sites_v1_SavedViewReference, _headwater_sites_v1_DeleteSavedViewResponse, _headwater_sites_v1_SavedViewReference__Output, _headwater_sites_v1_DeleteSavedViewResponse__Output>
  DeleteSite: MethodDefinition<_headwater_sites_v1_DeleteSiteRequest, _headwater_sites_v1_DeleteSiteResponse, _headwater_sites_v1_DeleteSiteRequest__Output, _headwater_sites_v1_DeleteSiteResponse__Output>
  DeleteWebhook: MethodDefinition<_headwater_sites_v1_WebhookReference, _headwater_sites_v1_DeleteWebhookResponse, _headwater_sites_v1_WebhookReference__Output, _headwater_sites_v1_DeleteWebhookResponse__Output>
  DetectSite: MethodDefinition<_headwater_sites_v1_SiteReference, _headwater_sites_v1_Detection, _headwater_sites_v1_SiteReference__Output, _headwater_sites_v1_Detection__Output>
  FinishPurge: MethodDefinition<_headwater_sites_v1_FinishPurgeRequest, _headwater_sites_v1_FinishPurgeResponse, _headwater_sites_v1_FinishPurgeRequest__Output, _headwater_sites_v1_FinishPurgeResponse__Output>
  FinishRetention: MethodDefinition<_headwater_sites_v1_RetentionDays, _headwater_sites_v1_FinishRetentionResponse, _headwater_sites_v1_RetentionDays__Output, _headwater_sites_v1_FinishRetentionResponse__Output>
  GetConfig: MethodDefinition<_headwater_sites_v1_SiteReference, _headwater_sites_v1_GetConfigResponse, _headwater_sites_v1_SiteReference__Output, _headwater_sites_v1_GetConfigResponse__Output>
  GetFunnel: MethodDefinition<_headwater_sites_v1_DefinitionReference, _headwater_sites_v1_Funnel, _headwater_sites_v1_DefinitionReference__Output, _headwater_sites_v1_Funnel__Output>
  GetGoal: MethodDefinition<_headwater_sites_v1_DefinitionReference, _headwater_sites_v1_Goal, _headwater_sites_v1_DefinitionReference__Output, _headwater_sites_v1_Goal__Output>
  GetPurge: MethodDefinition<_headwater_sites_v1_SiteReference, _headwater_sites_v1_Purge, _headwater_sites_v1_SiteReference__Output, _headwater_sites_v1_Purge__Output>
  GetSite: MethodDefinition<_headwater_sites_v1_GetSiteRequest, _headwater_sites_v1_Site, _headwater_sites_v1_GetSiteRequest__Output, _headwater_sites_v1_Site__Output>
  GetWebhook: MethodDefinition<_headwater_sites_v1_WebhookReference, _headwater_sites_v1_Webhook, _headwater_sites_v1_WebhookReference__Output, _headwater_sites_v1_Webhook__Output>
  ListAnnotations: MethodDefinition<_headwater_sites_v1_ListAnnotationsRequest, _headwater_sites_v1_ListAnnotationsResponse, _headwater_sites_v1_ListAnnotationsRequest__Output, _headwater_sites_v1_ListAnnotationsResponse__Output>
  ListDeletions: MethodDefinition<_headwater_sites_v1_ListDeletionsRequest, _headwater_sites_v1_ListDeletionsResponse, _headwater_sites_v1_ListDeletionsRequest__Output, _headwater_sites_v1_ListDeletionsResponse__Output>
  ListDeliveries: MethodDefinition<_headwater_sites_v1_ListDeliveriesRequest, _headwater_sites_v1_ListDeliveriesResponse, _headwater_sites_v1_ListDeliveriesRequest__Output, _headwater_sites_v1_ListDeliveriesResponse__Output>
  ListDue: MethodDefinition<_headwater_sites_v1_ListDueRequest, _headwater_sites_v1_ListDueResponse, _headwater_sites_v1_ListDueRequest__Output, _headwater_sites_v1_ListDueResponse__Output>
  ListFunnels: MethodDefinition<_headwater_sites_v1_SiteReference, _headwater_sites_v1_ListFunnelsResponse, _headwater_sites_v1_SiteReference__Output, _headwater_sites_v1_ListFunnelsResponse__Output>
  ListGoals: MethodDefinition<_headwater_sites_v1_SiteReference, _headwater_sites_v1_ListGoalsResponse, _headwater_sites_v1_SiteReference__Output, _headwater_sites_v1_ListGoalsResponse__Output>
  ListNotices: MethodDefinition<_headwater_sites_v1_ListNoticesRequest, _headwater_sites_v1_ListNoticesResponse, _headwater_sites_v1_ListNoticesRequest__Output, _headwater_sites_v1_ListNoticesResponse__Output>
  ListPurgeTimes: MethodDefinition<_headwater_sites_v1_ListPurgeTimesRequest, _headwater_sites_v1_ListPurgeTimesResponse, _headwater_sites_v1_ListPurgeTimesRequest__Output, _headwater_sites_v1_ListPurgeTimesResponse__Output>
  ListPurges: MethodDefinition<_headwater_sites_v1_ListPurgesRequest, _headwater_sites_v1_ListPurgesResponse, _headwater_sites_v1_ListPurgesRequest__Output, _headwater_sites_v1_ListPurgesResponse__Output>
  ListRetentionDue: MethodDefinition<_headwater_sites_v1_ListRetentionDueRequest, _headwater_sites_v1_ListRetentionDueResponse, _headwater_sites_v1_ListRetentionDueRequest__Output, _headwater_sites_v1_ListRetentionDueResponse__Output>
  ListSavedViews: MethodDefinition<_headwater_sites_v1_ListSavedViewsRequest, _headwater_sites_v1_ListSavedViewsResponse, _headwater_sites_v1_ListSavedViewsRequest__Output, _headwater_sites_v1_ListSavedViewsResponse__Output>
  ListSites: MethodDefinition<_headwater_sites_v1_ListSitesRequest, _headwater_sites_v1_ListSitesResponse, _headwater_sites_v1_ListSitesRequest__Output, _headwater_sites_v1_ListSitesResponse__Output>
  ListSitesToAudit: MethodDefinition<_headwater_sites_v1_ListSitesToAuditRequest, _headwater_sites_v1_ListSitesToAuditResponse, _headwater_sites_v1_ListSitesToAuditRequest__Output, _headwater_sites_v1_ListSitesToAuditResponse__Output>
  ListWebhooks: MethodDefinition<_headwater_sites_v1_ListWebhooksRequest, _headwater_sites_v1_ListWebhooksResponse, _headwater_sites_v1_ListWebhooksRequest__Output, _headwater_sites_v1_ListWebhooksResponse__Output>
  MarkInstalled: MethodDefinition<_headwater_sites_v1_MarkInstalledRequest, _headwater_sites_v1_MarkInstalledResponse, _headwater_sites_v1_MarkInstalledRequest__Output, _headwater_sites_v1_MarkInstalledResponse__Output>
  PutConfig: MethodDefinition<_headwater_sites_v1_PutConfigRequest, _headwater_sites_v1_PutConfigResponse, _headwater_sites_v1_PutConfigRequest__Output, _headwater_sites_v1_PutConfigResponse__Output>
  RecordAudit: MethodDefinition<_headwater_sites_v1_RecordAuditRequest, _headwater_sites_v1_RecordAuditResponse, _headwater_sites_v1_RecordAuditRequest__Output, _headwater_sites_v1_RecordAuditResponse__Output>
  RecordNotices: MethodDefinition<_headwater_sites_v1_RecordNoticesRequest, _headwater_sites_v1_RecordNoticesResponse, _headwater_sites_v1_RecordNoticesRequest__Output, _headwater_sites_v1_RecordNoticesResponse__Output>
  ReleaseClaims: MethodDefinition<_headwater_sites_v1_ReleaseClaimsRequest, _headwater_sites_v1_ReleaseClaimsResponse, _headwater_sites_v1_ReleaseClaimsRequest__Output, _headwater_sites_v1_ReleaseClaimsResponse__Output>
  RemoveUserIds: MethodDefinition<_headwater_sites_v1_RemoveUserIdsRequest, _headwater_sites_v1_RemoveUserIdsResponse, _headwater_sites_v1_RemoveUserIdsRequest__Output, _headwater_sites_v1_RemoveUserIdsResponse__Output>
  RepeatDeletion: MethodDefinition<_headwater_sites_v1_SiteDeletion, _headwater_sites_v1_RepeatDeletionResponse, _headwater_sites_v1_SiteDeletion__Output, _headwater_sites_v1_RepeatDeletionResponse__Output>
  ReplayWebhook: MethodDefinition<_headwater_sites_v1_ReplayWebhookRequest, _headwater_sites_v1_ReplayWebhookResponse, _headwater_sites_v1_ReplayWebhookRequest__Output, _headwater_sites_v1_ReplayWebhookResponse__Output>
  RestoreSite: MethodDefinition<_headwater_sites_v1_RestoreSiteRequest, _headwater_sites_v1_Site, _headwater_sites_v1_RestoreSiteRequest__Output, _headwater_sites_v1_Site__Output>
  RotateWebhookSecret: MethodDefinition<_headwater_sites_v1_WebhookReference, _headwater_sites_v1_WebhookWithSecret, _headwater_sites_v1_WebhookReference__Output, _headwater_sites_v1_WebhookWithSecret__Output>
  TestWebhook: MethodDefinition<_headwater_sites_v1_WebhookReference, _headwater_sites_v1_TestWebhookResponse, _headwater_sites_v1_WebhookReference__Output, _headwater_sites_v1_TestWebhookResponse__Output>
  UpdateAnnotation: MethodDefinition<_headwater_sites_v1_UpdateAnnotationRequest, _headwater_sites_v1_Annotation, _headwater_sites_v1_UpdateAnnotationRequest__Output, _headwater_sites_v1_Annotation__Output>
  UpdateFunnel: MethodDefinition<_headwater_sites_v1_UpdateFunnelRequest, _headwater_sites_v1_Funnel, _headwater_sites_v1_UpdateFunnelRequest__Output, _headwater_sites_v1_Funnel__Output>
  UpdateGoal: MethodDefinition<_headwater_sites_v1_UpdateGoalRequest, _headwater_sites_v1_Goal, _headwater_sites_v1_UpdateGoalRequest__Output, _headwater_sites_v1_Goal__Output>
  UpdateSavedView: MethodDefinition<_headwater_sites_v1_UpdateSavedViewRequest, _headwater_sites_v1_SavedView, _headwater_sites_v1_UpdateSavedViewRequest__Output, _headwater_sites_v1_SavedView__Output>
  UpdateSite: MethodDefinition<_headwater_sites_v1_UpdateSiteRequest, _headwater_sites_v1_Site, _headwater_sites_v1_UpdateSiteRequest__Output, _headwater_sites_v1_Site__Output>
  UpdateWebhook: MethodDefinition<_headwater_sites_v1_UpdateWebhookRequest, _headwater_sites_v1_Webhook, _headwater_sites_v1_UpdateWebhookRequest__Output, _headwater_sites_v1_Webhook__Output>
  VerifySiteKey: MethodDefinition<_headwater_sites_v1_VerifySiteKeyRequest, _headwater_sites_v1_VerifySiteKeyResponse, _headwater_sites_v1_VerifySiteKeyRequest__Output, _headwater_sites_v1_VerifySiteKeyResponse__Output>
}
