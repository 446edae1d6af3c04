import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AnalyticsClient as _headwater_analytics_v1_AnalyticsClient, AnalyticsDefinition as _headwater_analytics_v1_AnalyticsDefinition } from './headwater/analytics/v1/Analytics';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  headwater: {
    analytics: {
      v1: {
        Analytics: SubtypeConstructor<typeof grpc.Client, _headwater_analytics_v1_AnalyticsClient> & { service: _headwater_analytics_v1_AnalyticsDefinition }
        ApplyRetentionRequest: MessageTypeDefinition
        ApplyRetentionResponse: MessageTypeDefinition
        BreakdownRow: MessageTypeDefinition
        Bucket: MessageTypeDefinition
        Click: MessageTypeDefinition
        Cohort: MessageTypeDefinition
        DayVisitors: MessageTypeDefinition
        DeleteClickIdsRequest: MessageTypeDefinition
        DeleteClickIdsResponse: MessageTypeDefinition
        DropCount: MessageTypeDefinition
        EraseVisitorsRequest: MessageTypeDefinition
        EraseVisitorsResponse: MessageTypeDefinition
        EventComparison: MessageTypeDefinition
        EventName: MessageTypeDefinition
        EventRowComparison: MessageTypeDefinition
        ExportEventsRequest: MessageTypeDefinition
        FilePiece: MessageTypeDefinition
        Filter: MessageTypeDefinition
        FunnelRow: MessageTypeDefinition
        FunnelStep: MessageTypeDefinition
        GetFirstTouchRequest: MessageTypeDefinition
        GetFirstTouchResponse: MessageTypeDefinition
        GetReceiptRequest: MessageTypeDefinition
        GetReceiptResponse: MessageTypeDefinition
        GetSiteActivityRequest: MessageTypeDefinition
        GetSiteActivityResponse: MessageTypeDefinition
        GetTrafficQualityRequest: MessageTypeDefinition
        GetTrafficQualityResponse: MessageTypeDefinition
        GetVisitorRequest: MessageTypeDefinition
        GetVisitorResponse: MessageTypeDefinition
        GoalBucket: MessageTypeDefinition
        GoalRow: MessageTypeDefinition
        ImportedBucket: MessageTypeDefinition
        ImportedEvent: MessageTypeDefinition
        ImportedKey: MessageTypeDefinition
        ImportedTotals: MessageTypeDefinition
        LinkTimes: MessageTypeDefinition
        ListClickIdSitesRequest: MessageTypeDefinition
        ListClickIdSitesResponse: MessageTypeDefinition
        ListClicksRequest: MessageTypeDefinition
        ListClicksResponse: MessageTypeDefinition
        ListEventsRequest: MessageTypeDefinition
        ListEventsResponse: MessageTypeDefinition
        ListFirstTouchesRequest: MessageTypeDefinition
        ListFirstTouchesResponse: MessageTypeDefinition
        ListSessionsRequest: MessageTypeDefinition
        ListSessionsResponse: MessageTypeDefinition
        ListSiteActivityRequest: MessageTypeDefinition
        ListSiteActivityResponse: MessageTypeDefinition
        ListTouchedVisitorsRequest: MessageTypeDefinition
        ListTouchedVisitorsResponse: MessageTypeDefinition
        ListTouchesRequest: MessageTypeDefinition
        ListTouchesResponse: MessageTypeDefinition
        ListedSiteActivity: MessageTypeDefinition
        PurgeSiteRequest: MessageTypeDefinition
        PurgeSiteResponse: MessageTypeDefinition
        QueryEventRequest: MessageTypeDefinition
        QueryEventResponse: MessageTypeDefinition
        QueryFunnelRequest: MessageTypeDefinition
        QueryFunnelResponse: MessageTypeDefinition
        QueryGoalRequest: MessageTypeDefinition
        QueryGoalResponse: MessageTypeDefinition
        QueryImportedRequest: MessageTypeDefinition
        QueryImportedResponse: MessageTypeDefinition
        QueryRealtimeRequest: MessageTypeDefinition
        QueryRealtimeResponse: MessageTypeDefinition
        QueryRetentionRequest: MessageTypeDefinition
        QueryRetentionResponse: MessageTypeDefinition
        QueryStatsRequest: MessageTypeDefinition
        QueryStatsResponse: MessageTypeDefinition
        Question: MessageTypeDefinition
        RealtimeRow: MessageTypeDefinition
        ReceiptSession: MessageTypeDefinition
        RowsOfTables: MessageTypeDefinition
        SiteInZone: MessageTypeDefinition
        SiteWithClickIds: MessageTypeDefinition
        StatsBreakdown: MessageTypeDefinition
        StatsBucket: MessageTypeDefinition
        StatsComparison: MessageTypeDefinition
        StatsRow: MessageTypeDefinition
        StatsRowComparison: MessageTypeDefinition
        StatsTotals: MessageTypeDefinition
        Step: MessageTypeDefinition
        TimeToConvert: MessageTypeDefinition
        Touch: MessageTypeDefinition
        TouchedVisitor: MessageTypeDefinition
        Visit: MessageTypeDefinition
        VisitEvent: MessageTypeDefinition
        VisitorMoment: MessageTypeDefinition
        VisitorSession: MessageTypeDefinition
        VisitorTouch: MessageTypeDefinition
      }
    }
  }
}

