import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { SitesClient as _headwater_sites_v1_SitesClient, SitesDefinition as _headwater_sites_v1_SitesDefinition } from './headwater/sites/v1/Sites';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  headwater: {
    sites: {
      v1: {
        Annotation: MessageTypeDefinition
        AnnotationReference: MessageTypeDefinition
        BeginAuditResponse: MessageTypeDefinition
        BeginPurgeRequest: MessageTypeDefinition
        BeginPurgeResponse: MessageTypeDefinition
        BeginRetentionResponse: MessageTypeDefinition
        CallerSites: MessageTypeDefinition
        ClaimEventsRequest: MessageTypeDefinition
        ClaimEventsResponse: MessageTypeDefinition
        CreateAnnotationRequest: MessageTypeDefinition
        CreateFunnelRequest: MessageTypeDefinition
        CreateGoalRequest: MessageTypeDefinition
        CreateSavedViewRequest: MessageTypeDefinition
        CreateSiteRequest: MessageTypeDefinition
        CreateSiteResponse: MessageTypeDefinition
        CreateWebhookRequest: MessageTypeDefinition
        DefinitionReference: MessageTypeDefinition
        DeleteAnnotationResponse: MessageTypeDefinition
        DeleteDefinitionResponse: MessageTypeDefinition
        DeleteSavedViewResponse: MessageTypeDefinition
        DeleteSiteRequest: MessageTypeDefinition
        DeleteSiteResponse: MessageTypeDefinition
        DeleteWebhookResponse: MessageTypeDefinition
        Delivery: MessageTypeDefinition
        Detection: MessageTypeDefinition
        DueRetention: MessageTypeDefinition
        DueSite: MessageTypeDefinition
        EventClaim: MessageTypeDefinition
        Exclusions: MessageTypeDefinition
        Finding: MessageTypeDefinition
        FinishPurgeRequest: MessageTypeDefinition
        FinishPurgeResponse: MessageTypeDefinition
        FinishRetentionResponse: MessageTypeDefinition
        FirstClaim: MessageTypeDefinition
        Funnel: MessageTypeDefinition
        FunnelList: MessageTypeDefinition
        GetConfigResponse: MessageTypeDefinition
        GetSiteRequest: MessageTypeDefinition
        Goal: MessageTypeDefinition
        GoalFilter: MessageTypeDefinition
        GoalFilterList: MessageTypeDefinition
        GoalList: MessageTypeDefinition
        ListAnnotationsRequest: MessageTypeDefinition
        ListAnnotationsResponse: MessageTypeDefinition
        ListDeletionsRequest: MessageTypeDefinition
        ListDeletionsResponse: MessageTypeDefinition
        ListDeliveriesRequest: MessageTypeDefinition
        ListDeliveriesResponse: MessageTypeDefinition
        ListDueRequest: MessageTypeDefinition
        ListDueResponse: MessageTypeDefinition
        ListFunnelsResponse: MessageTypeDefinition
        ListGoalsResponse: MessageTypeDefinition
        ListNoticesRequest: MessageTypeDefinition
        ListNoticesResponse: MessageTypeDefinition
        ListPurgeTimesRequest: MessageTypeDefinition
        ListPurgeTimesResponse: MessageTypeDefinition
        ListPurgesRequest: MessageTypeDefinition
        ListPurgesResponse: MessageTypeDefinition
        ListRetentionDueRequest: MessageTypeDefinition
        ListRetentionDueResponse: MessageTypeDefinition
        ListSavedViewsRequest: MessageTypeDefinition
        ListSavedViewsResponse: MessageTypeDefinition
        ListSitesRequest: MessageTypeDefinition
        ListSitesResponse: MessageTypeDefinition
        ListSitesToAuditRequest: MessageTypeDefinition
        ListSitesToAuditResponse: MessageTypeDefinition
        ListWebhooksRequest: MessageTypeDefinition
        ListWebhooksResponse: MessageTypeDefinition
        MarkInstalledRequest: MessageTypeDefinition
        MarkInstalledResponse: MessageTypeDefinition
        Notice: MessageTypeDefinition
        Purge: MessageTypeDefinition
        PutConfigRequest: MessageTypeDefinition
        PutConfigResponse: MessageTypeDefinition
        RecordAuditRequest: MessageTypeDefinition
        RecordAuditResponse: MessageTypeDefinition
        RecordNoticesRequest: MessageTypeDefinition
        RecordNoticesResponse: MessageTypeDefinition
        RecordedNotice: MessageTypeDefinition
        ReleaseClaimsRequest: MessageTypeDefinition
        ReleaseClaimsResponse: MessageTypeDefinition
        RemoveUserIdsRequest: MessageTypeDefinition
        RemoveUserIdsResponse: MessageTypeDefinition
        RepeatDeletionResponse: MessageTypeDefinition
        ReplayWebhookRequest: MessageTypeDefinition
        ReplayWebhookResponse: MessageTypeDefinition
        RestoreSiteRequest: MessageTypeDefinition
        Retention: MessageTypeDefinition
        RetentionDays: MessageTypeDefinition
        SavedView: MessageTypeDefinition
        SavedViewReference: MessageTypeDefinition
        Site: MessageTypeDefinition
        SiteConfig: MessageTypeDefinition
        SiteDeletion: MessageTypeDefinition
        SiteKeyVerdict: EnumTypeDefinition
        SitePurgeTime: MessageTypeDefinition
        SiteReference: MessageTypeDefinition
        SiteToAudit: MessageTypeDefinition
        Sites: SubtypeConstructor<typeof grpc.Client, _headwater_sites_v1_SitesClient> & { service: _headwater_sites_v1_SitesDefinition }
        StringList: MessageTypeDefinition
        TestWebhookResponse: MessageTypeDefinition
        UpdateAnnotationRequest: MessageTypeDefinition
        UpdateFunnelRequest: MessageTypeDefinition
        UpdateGoalRequest: MessageTypeDefinition
        UpdateSavedViewRequest: MessageTypeDefinition
        UpdateSiteRequest: MessageTypeDefinition
        UpdateWebhookRequest: MessageTypeDefinition
        VerifySiteKeyRequest: MessageTypeDefinition
        VerifySiteKeyResponse: MessageTypeDefinition
        Webhook: MessageTypeDefinition
        WebhookReference: MessageTypeDefinition
        WebhookWithSecret: MessageTypeDefinition
      }
    }
  }
}

