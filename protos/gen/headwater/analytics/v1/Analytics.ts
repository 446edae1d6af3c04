// Original file: protos/headwater/analytics/v1/analytics.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ApplyRetentionRequest as _headwater_analytics_v1_ApplyRetentionRequest, ApplyRetentionRequest__Output as _headwater_analytics_v1_ApplyRetentionRequest__Output } from '../../../headwater/analytics/v1/ApplyRetentionRequest';
import type { ApplyRetentionResponse as _headwater_analytics_v1_ApplyRetentionResponse, ApplyRetentionResponse__Output as _headwater_analytics_v1_ApplyRetentionResponse__Output } from '../../../headwater/analytics/v1/ApplyRetentionResponse';
import type { DeleteClickIdsRequest as _headwater_analytics_v1_DeleteClickIdsRequest, DeleteClickIdsRequest__Output as _headwater_analytics_v1_DeleteClickIdsRequest__Output } from '../../../headwater/analytics/v1/DeleteClickIdsRequest';
import type { DeleteClickIdsResponse as _headwater_analytics_v1_DeleteClickIdsResponse, DeleteClickIdsResponse__Output as _headwater_analytics_v1_DeleteClickIdsResponse__Output } from '../../../headwater/analytics/v1/DeleteClickIdsResponse';
import type { EraseVisitorsRequest as _headwater_analytics_v1_EraseVisitorsRequest, EraseVisitorsRequest__Output as _headwater_analytics_v1_EraseVisitorsRequest__Output } from '../../../headwater/analytics/v1/EraseVisitorsRequest';
import type { EraseVisitorsResponse as _headwater_analytics_v1_EraseVisitorsResponse, EraseVisitorsResponse__Output as _headwater_analytics_v1_EraseVisitorsResponse__Output } from '../../../headwater/analytics/v1/EraseVisitorsResponse';
import type { ExportEventsRequest as _headwater_analytics_v1_ExportEventsRequest, ExportEventsRequest__Output as _headwater_analytics_v1_ExportEventsRequest__Output } from '../../../headwater/analytics/v1/ExportEventsRequest';
import type { FilePiece as _headwater_analytics_v1_FilePiece, FilePiece__Output as _headwater_analytics_v1_FilePiece__Output } from '../../../headwater/analytics/v1/FilePiece';
import type { GetFirstTouchRequest as _headwater_analytics_v1_GetFirstTouchRequest, GetFirstTouchRequest__Output as _headwater_analytics_v1_GetFirstTouchRequest__Output } from '../../../headwater/analytics/v1/GetFirstTouchRequest';
import type { GetFirstTouchResponse as _headwater_analytics_v1_GetFirstTouchResponse, GetFirstTouchResponse__Output as _headwater_analytics_v1_GetFirstTouchResponse__Output } from '../../../headwater/analytics/v1/GetFirstTouchResponse';
import type { GetReceiptRequest as _headwater_analytics_v1_GetReceiptRequest, GetReceiptRequest__Output as _headwater_analytics_v1_GetReceiptRequest__Output } from '../../../headwater/analytics/v1/GetReceiptRequest';
import type { GetReceiptResponse as _headwater_analytics_v1_GetReceiptResponse, GetReceiptResponse__Output as _headwater_analytics_v1_GetReceiptResponse__Output } from '../../../headwater/analytics/v1/GetReceiptResponse';
import type { GetSiteActivityRequest as _headwater_analytics_v1_GetSiteActivityRequest, GetSiteActivityRequest__Output as _headwater_analytics_v1_GetSiteActivityRequest__Output } from '../../../headwater/analytics/v1/GetSiteActivityRequest';
import type { GetSiteActivityResponse as _headwater_analytics_v1_GetSiteActivityResponse, GetSiteActivityResponse__Output as _headwater_analytics_v1_GetSiteActivityResponse__Output } from '../../../headwater/analytics/v1/GetSiteActivityResponse';
import type { GetTrafficQualityRequest as _headwater_analytics_v1_GetTrafficQualityRequest, GetTrafficQualityRequest__Output as _headwater_analytics_v1_GetTrafficQualityRequest__Output } from '../../../headwater/analytics/v1/GetTrafficQualityRequest';
import type { GetTrafficQualityResponse as _headwater_analytics_v1_GetTrafficQualityResponse, GetTrafficQualityResponse__Output as _headwater_analytics_v1_GetTrafficQualityResponse__Output } from '../../../headwater/analytics/v1/GetTrafficQualityResponse';
import type { GetVisitorRequest as _headwater_analytics_v1_GetVisitorRequest, GetVisitorRequest__Output as _headwater_analytics_v1_GetVisitorRequest__Output } from '../../../headwater/analytics/v1/GetVisitorRequest';
import type { GetVisitorResponse as _headwater_analytics_v1_GetVisitorResponse, GetVisitorResponse__Output as _headwater_analytics_v1_GetVisitorResponse__Output } from '../../../headwater/analytics/v1/GetVisitorResponse';
import type { ListClickIdSitesRequest as _headwater_analytics_v1_ListClickIdSitesRequest, ListClickIdSitesRequest__Output as _headwater_analytics_v1_ListClickIdSitesRequest__Output } from '../../../headwater/analytics/v1/ListClickIdSitesRequest';
import type { ListClickIdSitesResponse as _headwater_analytics_v1_ListClickIdSitesResponse, ListClickIdSitesResponse__Output as _headwater_analytics_v1_ListClickIdSitesResponse__Output } from '../../../headwater/analytics/v1/ListClickIdSitesResponse';
import type { ListClicksRequest as _headwater_analytics_v1_ListClicksRequest, ListClicksRequest__Output as _headwater_analytics_v1_ListClicksRequest__Output } from '../../../headwater/analytics/v1/ListClicksRequest';
import type { ListClicksResponse as _headwater_analytics_v1_ListClicksResponse, ListClicksResponse__Output as _headwater_analytics_v1_ListClicksResponse__Output } from '../../../headwater/analytics/v1/ListClicksResponse';
import type { ListEventsRequest as _headwater_analytics_v1_ListEventsRequest, ListEventsRequest__Output as _headwater_analytics_v1_ListEventsRequest__Output } from '../../../headwater/analytics/v1/ListEventsRequest';
import type { ListEventsResponse as _headwater_analytics_v1_ListEventsResponse, ListEventsResponse__Output as _headwater_analytics_v1_ListEventsResponse__Output } from '../../../headwater/analytics/v1/ListEventsResponse';
import type { ListFirstTouchesRequest as _headwater_analytics_v1_ListFirstTouchesRequest, ListFirstTouchesRequest__Output as _headwater_analytics_v1_ListFirstTouchesRequest__Output } from '../../../headwater/analytics/v1/ListFirstTouchesRequest';
import type { ListFirstTouchesResponse as _headwater_analytics_v1_ListFirstTouchesResponse, ListFirstTouchesResponse__Output as _headwater_analytics_v1_ListFirstTouchesResponse__Output } from '../../../headwater/analytics/v1/ListFirstTouchesResponse';
import type { ListSessionsRequest as _headwater_analytics_v1_ListSessionsRequest, ListSessionsRequest__Output as _headwater_analytics_v1_ListSessionsRequest__Output } from '../../../headwater/analytics/v1/ListSessionsRequest';
import type { ListSessionsResponse as _headwater_analytics_v1_ListSessionsResponse, ListSessionsResponse__Output as _headwater_analytics_v1_ListSessionsResponse__Output } from '../../../headwater/analytics/v1/ListSessionsResponse';
import type { ListSiteActivityRequest as _headwater_analytics_v1_ListSiteActivityRequest, ListSiteActivityRequest__Output as _headwater_analytics_v1_ListSiteActivityRequest__Output } from '../../../headwater/analytics/v1/ListSiteActivityRequest';
import type { ListSiteActivityResponse as _headwater_analytics_v1_ListSiteActivityResponse, ListSiteActivityResponse__Output as _headwater_analytics_v1_ListSiteActivityResponse__Output } from '../../../headwater/analytics/v1/ListSiteActivityResponse';
import type { ListTouchedVisitorsRequest as _headwater_analytics_v1_ListTouchedVisitorsRequest, ListTouchedVisitorsRequest__Output as _headwater_analytics_v1_ListTouchedVisitorsRequest__Output } from '../../../headwater/analytics/v1/ListTouchedVisitorsRequest';
import type { ListTouchedVisitorsResponse as _headwater_analytics_v1_ListTouchedVisitorsResponse, ListTouchedVisitorsResponse__Output as _headwater_analytics_v1_ListTouchedVisitorsResponse__Output } from '../../../headwater/analytics/v1/ListTouchedVisitorsResponse';
import type { ListTouchesRequest as _headwater_analytics_v1_ListTouchesRequest, ListTouchesRequest__Output as _headwater_analytics_v1_ListTouchesRequest__Output } from '../../../headwater/analytics/v1/ListTouchesRequest';
import type { ListTouchesResponse as _headwater_analytics_v1_ListTouchesResponse, ListTouchesResponse__Output as _headwater_analytics_v1_ListTouchesResponse__Output } from '../../../headwater/analytics/v1/ListTouchesResponse';
import type { PurgeSiteRequest as _headwater_analytics_v1_PurgeSiteRequest, PurgeSiteRequest__Output as _headwater_analytics_v1_PurgeSiteRequest__Output } from '../../../headwater/analytics/v1/PurgeSiteRequest';
import type { PurgeSiteResponse as _headwater_analytics_v1_PurgeSiteResponse, PurgeSiteResponse__Output as _headwater_analytics_v1_PurgeSiteResponse__Output } from '../../../headwater/analytics/v1/PurgeSiteResponse';
import type { QueryEventRequest as _headwater_analytics_v1_QueryEventRequest, QueryEventRequest__Output as _headwater_analytics_v1_QueryEventRequest__Output } from '../../../headwater/analytics/v1/QueryEventRequest';
import type { QueryEventResponse as _headwater_analytics_v1_QueryEventResponse, QueryEventResponse__Output as _headwater_analytics_v1_QueryEventResponse__Output } from '../../../headwater/analytics/v1/QueryEventResponse';
import type { QueryFunnelRequest as _headwater_analytics_v1_QueryFunnelRequest, QueryFunnelRequest__Output as _headwater_analytics_v1_QueryFunnelRequest__Output } from '../../../headwater/analytics/v1/QueryFunnelRequest';
import type { QueryFunnelResponse as _headwater_analytics_v1_QueryFunnelResponse, QueryFunnelResponse__Output as _headwater_analytics_v1_QueryFunnelResponse__Output } from '../../../headwater/analytics/v1/QueryFunnelResponse';
import type { QueryGoalRequest as _headwater_analytics_v1_QueryGoalRequest, QueryGoalRequest__Output as _headwater_analytics_v1_QueryGoalRequest__Output } from '../../../headwater/analytics/v1/QueryGoalRequest';
import type { QueryGoalResponse as _headwater_analytics_v1_QueryGoalResponse, QueryGoalResponse__Output as _headwater_analytics_v1_QueryGoalResponse__Output } from '../../../headwater/analytics/v1/QueryGoalResponse';
import type { QueryImportedRequest as _headwater_analytics_v1_QueryImportedRequest, QueryImportedRequest__Output as _headwater_analytics_v1_QueryImportedRequest__Output } from '../../../headwater/analytics/v1/QueryImportedRequest';
import type { QueryImportedResponse as _headwater_analytics_v1_QueryImportedResponse, QueryImportedResponse__Output as _headwater_analytics_v1_QueryImportedResponse__Output } from '../../../headwater/analytics/v1/QueryImportedResponse';
import type { QueryRealtimeRequest as _headwater_analytics_v1_QueryRealtimeRequest, QueryRealtimeRequest__Output as _headwater_analytics_v1_QueryRealtimeRequest__Output } from '../../../headwater/analytics/v1/QueryRealtimeRequest';
import type { QueryRealtimeResponse as _headwater_analytics_v1_QueryRealtimeResponse, QueryRealtimeResponse__Output as _headwater_analytics_v1_QueryRealtimeResponse__Output } from '../../../headwater/analytics/v1/QueryRealtimeResponse';
import type { QueryRetentionRequest as _headwater_analytics_v1_QueryRetentionRequest, QueryRetentionRequest__Output as _headwater_analytics_v1_QueryRetentionRequest__Output } from '../../../headwater/analytics/v1/QueryRetentionRequest';
import type { QueryRetentionResponse as _headwater_analytics_v1_QueryRetentionResponse, QueryRetentionResponse__Output as _headwater_analytics_v1_QueryRetentionResponse__Output } from '../../../headwater/analytics/v1/QueryRetentionResponse';
import type { QueryStatsRequest as _headwater_analytics_v1_QueryStatsRequest, QueryStatsRequest__Output as _headwater_analytics_v1_QueryStatsRequest__Output } from '../../../headwater/analytics/v1/QueryStatsRequest';
import type { QueryStatsResponse as _headwater_analytics_v1_QueryStatsResponse, QueryStatsResponse__Output as _headwater_analytics_v1_QueryStatsResponse__Output } from '../../../headwater/analytics/v1/QueryStatsResponse';

export interface AnalyticsClient extends grpc.Client {
  ApplyRetention(argument: _headwater_analytics_v1_ApplyRetentionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ApplyRetentionResponse__Output>): grpc.ClientUnaryCall;
  ApplyRetention(argument: _headwater_analytics_v1_ApplyRetentionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_ApplyRetentionResponse__Output>): grpc.ClientUnaryCall;
  ApplyRetention(argument: _headwater_analytics_v1_ApplyRetentionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ApplyRetentionResponse__Output>): grpc.ClientUnaryCall;
  ApplyRetention(argument: _headwater_analytics_v1_ApplyRetentionRequest, callback: grpc.requestCallback<_headwater_analytics_v1_ApplyRetentionResponse__Output>): grpc.ClientUnaryCall;
  applyRetention(argument: _headwater_analytics_v1_ApplyRetentionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ApplyRetentionResponse__Output>): grpc.ClientUnaryCall;
  applyRetention(argument: _headwater_analytics_v1_ApplyRetentionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_ApplyRetentionResponse__Output>): grpc.ClientUnaryCall;
  applyRetention(argument: _headwater_analytics_v1_ApplyRetentionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ApplyRetentionResponse__Output>): grpc.ClientUnaryCall;
  applyRetention(argument: _headwater_analytics_v1_ApplyRetentionRequest, callback: grpc.requestCallback<_headwater_analytics_v1_ApplyRetentionResponse__Output>): grpc.ClientUnaryCall;
  
  DeleteClickIds(argument: _headwater_analytics_v1_DeleteClickIdsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_DeleteClickIdsResponse__Output>): grpc.ClientUnaryCall;
  DeleteClickIds(argument: _headwater_analytics_v1_DeleteClickIdsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_DeleteClickIdsResponse__Output>): grpc.ClientUnaryCall;
  DeleteClickIds(argument: _headwater_analytics_v1_DeleteClickIdsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_DeleteClickIdsResponse__Output>): grpc.ClientUnaryCall;
  DeleteClickIds(argument: _headwater_analytics_v1_DeleteClickIdsRequest, callback: grpc.requestCallback<_headwater_analytics_v1_DeleteClickIdsResponse__Output>): grpc.ClientUnaryCall;
  deleteClickIds(argument: _headwater_analytics_v1_DeleteClickIdsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_DeleteClickIdsResponse__Output>): grpc.ClientUnaryCall;
  deleteClickIds(argument: _headwater_analytics_v1_DeleteClickIdsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_DeleteClickIdsResponse__Output>): grpc.ClientUnaryCall;
  deleteClickIds(argument: _headwater_analytics_v1_DeleteClickIdsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_DeleteClickIdsResponse__Output>): grpc.ClientUnaryCall;
  deleteClickIds(argument: _headwater_analytics_v1_DeleteClickIdsRequest, callback: grpc.requestCallback<_headwater_analytics_v1_DeleteClickIdsResponse__Output>): grpc.ClientUnaryCall;
  
  EraseVisitors(argument: _headwater_analytics_v1_EraseVisitorsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_EraseVisitorsResponse__Output>): grpc.ClientUnaryCall;
  EraseVisitors(argument: _headwater_analytics_v1_EraseVisitorsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_EraseVisitorsResponse__Output>): grpc.ClientUnaryCall;
  EraseVisitors(argument: _headwater_analytics_v1_EraseVisitorsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_EraseVisitorsResponse__Output>): grpc.ClientUnaryCall;
  EraseVisitors(argument: _headwater_analytics_v1_EraseVisitorsRequest, callback: grpc.requestCallback<_headwater_analytics_v1_EraseVisitorsResponse__Output>): grpc.ClientUnaryCall;
  eraseVisitors(argument: _headwater_analytics_v1_EraseVisitorsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_EraseVisitorsResponse__Output>): grpc.ClientUnaryCall;
  eraseVisitors(argument: _headwater_analytics_v1_EraseVisitorsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_EraseVisitorsResponse__Output>): grpc.ClientUnaryCall;
  eraseVisitors(argument: _headwater_analytics_v1_EraseVisitorsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_EraseVisitorsResponse__Output>): grpc.ClientUnaryCall;
  eraseVisitors(argument: _headwater_analytics_v1_EraseVisitorsRequest, callback: grpc.requestCallback<_headwater_analytics_v1_EraseVisitorsResponse__Output>): grpc.ClientUnaryCall;
  
  ExportEvents(argument: _headwater_analytics_v1_ExportEventsRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_headwater_analytics_v1_FilePiece__Output>;
  ExportEvents(argument: _headwater_analytics_v1_ExportEventsRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_headwater_analytics_v1_FilePiece__Output>;
  exportEvents(argument: _headwater_analytics_v1_ExportEventsRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_headwater_analytics_v1_FilePiece__Output>;
  exportEvents(argument: _headwater_analytics_v1_ExportEventsRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_headwater_analytics_v1_FilePiece__Output>;
  
  GetFirstTouch(argument: _headwater_analytics_v1_GetFirstTouchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_GetFirstTouchResponse__Output>): grpc.ClientUnaryCall;
  GetFirstTouch(argument: _headwater_analytics_v1_GetFirstTouchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_GetFirstTouchResponse__Output>): grpc.ClientUnaryCall;
  GetFirstTouch(argument: _headwater_analytics_v1_GetFirstTouchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_GetFirstTouchResponse__Output>): grpc.ClientUnaryCall;
  GetFirstTouch(argument: _headwater_analytics_v1_GetFirstTouchRequest, callback: grpc.requestCallback<_headwater_analytics_v1_GetFirstTouchResponse__Output>): grpc.ClientUnaryCall;
  getFirstTouch(argument: _headwater_analytics_v1_GetFirstTouchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_GetFirstTouchResponse__Output>): grpc.ClientUnaryCall;
  getFirstTouch(argument: _headwater_analytics_v1_GetFirstTouchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_GetFirstTouchResponse__Output>): grpc.ClientUnaryCall;
  getFirstTouch(argument: _headwater_analytics_v1_GetFirstTouchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_GetFirstTouchResponse__Output>): grpc.ClientUnaryCall;
  getFirstTouch(argument: _headwater_analytics_v1_GetFirstTouchRequest, callback: grpc.requestCallback<_headwater_analytics_v1_GetFirstTouchResponse__Output>): grpc.ClientUnaryCall;
  
  GetReceipt(argument: _headwater_analytics_v1_GetReceiptRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_GetReceiptResponse__Output>): grpc.ClientUnaryCall;
  GetReceipt(argument: _headwater_analytics_v1_GetReceiptRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_GetReceiptResponse__Output>): grpc.ClientUnaryCall;
  GetReceipt(argument: _headwater_analytics_v1_GetReceiptRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_GetReceiptResponse__Output>): grpc.ClientUnaryCall;
  GetReceipt(argument: _headwater_analytics_v1_GetReceiptRequest, callback: grpc.requestCallback<_headwater_analytics_v1_GetReceiptResponse__Output>): grpc.ClientUnaryCall;
  getReceipt(argument: _headwater_analytics_v1_GetReceiptRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_GetReceiptResponse__Output>): grpc.ClientUnaryCall;
  getReceipt(argument: _headwater_analytics_v1_GetReceiptRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_GetReceiptResponse__Output>): grpc.ClientUnaryCall;
  getReceipt(argument: _headwater_analytics_v1_GetReceiptRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_GetReceiptResponse__Output>): grpc.ClientUnaryCall;
  getReceipt(argument: _headwater_analytics_v1_GetReceiptRequest, callback: grpc.requestCallback<_headwater_analytics_v1_GetReceiptResponse__Output>): grpc.ClientUnaryCall;
  
  GetSiteActivity(argument: _headwater_analytics_v1_GetSiteActivityRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_GetSiteActivityResponse__Output>): grpc.ClientUnaryCall;
  GetSiteActivity(argument: _headwater_analytics_v1_GetSiteActivityRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_GetSiteActivityResponse__Output>): grpc.ClientUnaryCall;
  GetSiteActivity(argument: _headwater_analytics_v1_GetSiteActivityRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_GetSiteActivityResponse__Output>): grpc.ClientUnaryCall;
  GetSiteActivity(argument: _headwater_analytics_v1_GetSiteActivityRequest, callback: grpc.requestCallback<_headwater_analytics_v1_GetSiteActivityResponse__Output>): grpc.ClientUnaryCall;
  getSiteActivity(argument: _headwater_analytics_v1_GetSiteActivityRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_GetSiteActivityResponse__Output>): grpc.ClientUnaryCall;
  getSiteActivity(argument: _headwater_analytics_v1_GetSiteActivityRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_GetSiteActivityResponse__Output>): grpc.ClientUnaryCall;
  getSiteActivity(argument: _headwater_analytics_v1_GetSiteActivityRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_GetSiteActivityResponse__Output>): grpc.ClientUnaryCall;
  getSiteActivity(argument: _headwater_analytics_v1_GetSiteActivityRequest, callback: grpc.requestCallback<_headwater_analytics_v1_GetSiteActivityResponse__Output>): grpc.ClientUnaryCall;
  
  GetTrafficQuality(argument: _headwater_analytics_v1_GetTrafficQualityRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_GetTrafficQualityResponse__Output>): grpc.ClientUnaryCall;
  GetTrafficQuality(argument: _headwater_analytics_v1_GetTrafficQualityRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_GetTrafficQualityResponse__Output>): grpc.ClientUnaryCall;
  GetTrafficQuality(argument: _headwater_analytics_v1_GetTrafficQualityRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_GetTrafficQualityResponse__Output>): grpc.ClientUnaryCall;
  GetTrafficQuality(argument: _headwater_analytics_v1_GetTrafficQualityRequest, callback: grpc.requestCallback<_headwater_analytics_v1_GetTrafficQualityResponse__Output>): grpc.ClientUnaryCall;
  getTrafficQuality(argument: _headwater_analytics_v1_GetTrafficQualityRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_GetTrafficQualityResponse__Output>): grpc.ClientUnaryCall;
  getTrafficQuality(argument: _headwater_analytics_v1_GetTrafficQualityRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_GetTrafficQualityResponse__Output>): grpc.ClientUnaryCall;
  getTrafficQuality(argument: _headwater_analytics_v1_GetTrafficQualityRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_GetTrafficQualityResponse__Output>): grpc.ClientUnaryCall;
  getTrafficQuality(argument: _headwater_analytics_v1_GetTrafficQualityRequest, callback: grpc.requestCallback<_headwater_analytics_v1_GetTrafficQualityResponse__Output>): grpc.ClientUnaryCall;
  
  GetVisitor(argument: _headwater_analytics_v1_GetVisitorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_GetVisitorResponse__Output>): grpc.ClientUnaryCall;
  GetVisitor(argument: _headwater_analytics_v1_GetVisitorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_GetVisitorResponse__Output>): grpc.ClientUnaryCall;
  GetVisitor(argument: _headwater_analytics_v1_GetVisitorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_GetVisitorResponse__Output>): grpc.ClientUnaryCall;
  GetVisitor(argument: _headwater_analytics_v1_GetVisitorRequest, callback: grpc.requestCallback<_headwater_analytics_v1_GetVisitorResponse__Output>): grpc.ClientUnaryCall;
  getVisitor(argument: _headwater_analytics_v1_GetVisitorRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_GetVisitorResponse__Output>): grpc.ClientUnaryCall;
  getVisitor(argument: _headwater_analytics_v1_GetVisitorRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_GetVisitorResponse__Output>): grpc.ClientUnaryCall;
  getVisitor(argument: _headwater_analytics_v1_GetVisitorRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_GetVisitorResponse__Output>): grpc.ClientUnaryCall;
  getVisitor(argument: _headwater_analytics_v1_GetVisitorRequest, callback: grpc.requestCallback<_headwater_analytics_v1_GetVisitorResponse__Output>): grpc.ClientUnaryCall;
  
  ListClickIdSites(argument: _headwater_analytics_v1_ListClickIdSitesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListClickIdSitesResponse__Output>): grpc.ClientUnaryCall;
  ListClickIdSites(argument: _headwater_analytics_v1_ListClickIdSitesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_ListClickIdSitesResponse__Output>): grpc.ClientUnaryCall;
  ListClickIdSites(argument: _headwater_analytics_v1_ListClickIdSitesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListClickIdSitesResponse__Output>): grpc.ClientUnaryCall;
  ListClickIdSites(argument: _headwater_analytics_v1_ListClickIdSitesRequest, callback: grpc.requestCallback<_headwater_analytics_v1_ListClickIdSitesResponse__Output>): grpc.ClientUnaryCall;
  listClickIdSites(argument: _headwater_analytics_v1_ListClickIdSitesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListClickIdSitesResponse__Output>): grpc.ClientUnaryCall;
  listClickIdSites(argument: _headwater_analytics_v1_ListClickIdSitesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_ListClickIdSitesResponse__Output>): grpc.ClientUnaryCall;
  listClickIdSites(argument: _headwater_analytics_v1_ListClickIdSitesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListClickIdSitesResponse__Output>): grpc.ClientUnaryCall;
  listClickIdSites(argument: _headwater_analytics_v1_ListClickIdSitesRequest, callback: grpc.requestCallback<_headwater_analytics_v1_ListClickIdSitesResponse__Output>): grpc.ClientUnaryCall;
  
  ListClicks(argument: _headwater_analytics_v1_ListClicksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListClicksResponse__Output>): grpc.ClientUnaryCall;
  ListClicks(argument: _headwater_analytics_v1_ListClicksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_ListClicksResponse__Output>): grpc.ClientUnaryCall;
  ListClicks(argument: _headwater_analytics_v1_ListClicksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListClicksResponse__Output>): grpc.ClientUnaryCall;
  ListClicks(argument: _headwater_analytics_v1_ListClicksRequest, callback: grpc.requestCallback<_headwater_analytics_v1_ListClicksResponse__Output>): grpc.ClientUnaryCall;
  listClicks(argument: _headwater_analytics_v1_ListClicksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListClicksResponse__Output>): grpc.ClientUnaryCall;
  listClicks(argument: _headwater_analytics_v1_ListClicksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_ListClicksResponse__Output>): grpc.ClientUnaryCall;
  listClicks(argument: _headwater_analytics_v1_ListClicksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListClicksResponse__Output>): grpc.ClientUnaryCall;
  listClicks(argument: _headwater_analytics_v1_ListClicksRequest, callback: grpc.requestCallback<_headwater_analytics_v1_ListClicksResponse__Output>): grpc.ClientUnaryCall;
  
  ListEvents(argument: _headwater_analytics_v1_ListEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _headwater_analytics_v1_ListEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _headwater_analytics_v1_ListEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  ListEvents(argument: _headwater_analytics_v1_ListEventsRequest, callback: grpc.requestCallback<_headwater_analytics_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _headwater_analytics_v1_ListEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _headwater_analytics_v1_ListEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _headwater_analytics_v1_ListEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  listEvents(argument: _headwater_analytics_v1_ListEventsRequest, callback: grpc.requestCallback<_headwater_analytics_v1_ListEventsResponse__Output>): grpc.ClientUnaryCall;
  
  ListFirstTouches(argument: _headwater_analytics_v1_ListFirstTouchesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListFirstTouchesResponse__Output>): grpc.ClientUnaryCall;
  ListFirstTouches(argument: _headwater_analytics_v1_ListFirstTouchesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_ListFirstTouchesResponse__Output>): grpc.ClientUnaryCall;
  ListFirstTouches(argument: _headwater_analytics_v1_ListFirstTouchesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListFirstTouchesResponse__Output>): grpc.ClientUnaryCall;
  ListFirstTouches(argument: _headwater_analytics_v1_ListFirstTouchesRequest, callback: grpc.requestCallback<_headwater_analytics_v1_ListFirstTouchesResponse__Output>): grpc.ClientUnaryCall;
  listFirstTouches(argument: _headwater_analytics_v1_ListFirstTouchesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListFirstTouchesResponse__Output>): grpc.ClientUnaryCall;
  listFirstTouches(argument: _headwater_analytics_v1_ListFirstTouchesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_ListFirstTouchesResponse__Output>): grpc.ClientUnaryCall;
  listFirstTouches(argument: _headwater_analytics_v1_ListFirstTouchesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListFirstTouchesResponse__Output>): grpc.ClientUnaryCall;
  listFirstTouches(argument: _headwater_analytics_v1_ListFirstTouchesRequest, callback: grpc.requestCallback<_headwater_analytics_v1_ListFirstTouchesResponse__Output>): grpc.ClientUnaryCall;
  
  ListSessions(argument: _headwater_analytics_v1_ListSessionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListSessionsResponse__Output>): grpc.ClientUnaryCall;
  ListSessions(argument: _headwater_analytics_v1_ListSessionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_ListSessionsResponse__Output>): grpc.ClientUnaryCall;
  ListSessions(argument: _headwater_analytics_v1_ListSessionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListSessionsResponse__Output>): grpc.ClientUnaryCall;
  ListSessions(argument: _headwater_analytics_v1_ListSessionsRequest, callback: grpc.requestCallback<_headwater_analytics_v1_ListSessionsResponse__Output>): grpc.ClientUnaryCall;
  listSessions(argument: _headwater_analytics_v1_ListSessionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListSessionsResponse__Output>): grpc.ClientUnaryCall;
  listSessions(argument: _headwater_analytics_v1_ListSessionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_ListSessionsResponse__Output>): grpc.ClientUnaryCall;
  listSessions(argument: _headwater_analytics_v1_ListSessionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListSessionsResponse__Output>): grpc.ClientUnaryCall;
  listSessions(argument: _headwater_analytics_v1_ListSessionsRequest, callback: grpc.requestCallback<_headwater_analytics_v1_ListSessionsResponse__Output>): grpc.ClientUnaryCall;
  
  ListSiteActivity(argument: _headwater_analytics_v1_ListSiteActivityRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListSiteActivityResponse__Output>): grpc.ClientUnaryCall;
  ListSiteActivity(argument: _headwater_analytics_v1_ListSiteActivityRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_ListSiteActivityResponse__Output>): grpc.ClientUnaryCall;
  ListSiteActivity(argument: _headwater_analytics_v1_ListSiteActivityRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListSiteActivityResponse__Output>): grpc.ClientUnaryCall;
  ListSiteActivity(argument: _headwater_analytics_v1_ListSiteActivityRequest, callback: grpc.requestCallback<_headwater_analytics_v1_ListSiteActivityResponse__Output>): grpc.ClientUnaryCall;
  listSiteActivity(argument: _headwater_analytics_v1_ListSiteActivityRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListSiteActivityResponse__Output>): grpc.ClientUnaryCall;
  listSiteActivity(argument: _headwater_analytics_v1_ListSiteActivityRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_ListSiteActivityResponse__Output>): grpc.ClientUnaryCall;
  listSiteActivity(argument: _headwater_analytics_v1_ListSiteActivityRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListSiteActivityResponse__Output>): grpc.ClientUnaryCall;
  listSiteActivity(argument: _headwater_analytics_v1_ListSiteActivityRequest, callback: grpc.requestCallback<_headwater_analytics_v1_ListSiteActivityResponse__Output>): grpc.ClientUnaryCall;
  
  ListTouchedVisitors(argument: _headwater_analytics_v1_ListTouchedVisitorsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListTouchedVisitorsResponse__Output>): grpc.ClientUnaryCall;
  ListTouchedVisitors(argument: _headwater_analytics_v1_ListTouchedVisitorsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_ListTouchedVisitorsResponse__Output>): grpc.ClientUnaryCall;
  ListTouchedVisitors(argument: _headwater_analytics_v1_ListTouchedVisitorsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListTouchedVisitorsResponse__Output>): grpc.ClientUnaryCall;
  ListTouchedVisitors(argument: _headwater_analytics_v1_ListTouchedVisitorsRequest, callback: grpc.requestCallback<_headwater_analytics_v1_ListTouchedVisitorsResponse__Output>): grpc.ClientUnaryCall;
  listTouchedVisitors(argument: _headwater_analytics_v1_ListTouchedVisitorsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListTouchedVisitorsResponse__Output>): grpc.ClientUnaryCall;
  listTouchedVisitors(argument: _headwater_analytics_v1_ListTouchedVisitorsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_ListTouchedVisitorsResponse__Output>): grpc.ClientUnaryCall;
  listTouchedVisitors(argument: _headwater_analytics_v1_ListTouchedVisitorsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListTouchedVisitorsResponse__Output>): grpc.ClientUnaryCall;
  listTouchedVisitors(argument: _headwater_analytics_v1_ListTouchedVisitorsRequest, callback: grpc.requestCallback<_headwater_analytics_v1_ListTouchedVisitorsResponse__Output>): grpc.ClientUnaryCall;
  
  ListTouches(argument: _headwater_analytics_v1_ListTouchesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListTouchesResponse__Output>): grpc.ClientUnaryCall;
  ListTouches(argument: _headwater_analytics_v1_ListTouchesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_ListTouchesResponse__Output>): grpc.ClientUnaryCall;
  ListTouches(argument: _headwater_analytics_v1_ListTouchesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListTouchesResponse__Output>): grpc.ClientUnaryCall;
  ListTouches(argument: _headwater_analytics_v1_ListTouchesRequest, callback: grpc.requestCallback<_headwater_analytics_v1_ListTouchesResponse__Output>): grpc.ClientUnaryCall;
  listTouches(argument: _headwater_analytics_v1_ListTouchesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListTouchesResponse__Output>): grpc.ClientUnaryCall;
  listTouches(argument: _headwater_analytics_v1_ListTouchesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_ListTouchesResponse__Output>): grpc.ClientUnaryCall;
  listTouches(argument: _headwater_analytics_v1_ListTouchesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_ListTouchesResponse__Output>): grpc.ClientUnaryCall;
  listTouches(argument: _headwater_analytics_v1_ListTouchesRequest, callback: grpc.requestCallback<_headwater_analytics_v1_ListTouchesResponse__Output>): grpc.ClientUnaryCall;
  
  PurgeSite(argument: _headwater_analytics_v1_PurgeSiteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_PurgeSiteResponse__Output>): grpc.ClientUnaryCall;
  PurgeSite(argument: _headwater_analytics_v1_PurgeSiteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_PurgeSiteResponse__Output>): grpc.ClientUnaryCall;
  PurgeSite(argument: _headwater_analytics_v1_PurgeSiteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_PurgeSiteResponse__Output>): grpc.ClientUnaryCall;
  PurgeSite(argument: _headwater_analytics_v1_PurgeSiteRequest, callback: grpc.requestCallback<_headwater_analytics_v1_PurgeSiteResponse__Output>): grpc.ClientUnaryCall;
  purgeSite(argument: _headwater_analytics_v1_PurgeSiteRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_PurgeSiteResponse__Output>): grpc.ClientUnaryCall;
  purgeSite(argument: _headwater_analytics_v1_PurgeSiteRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_PurgeSiteResponse__Output>): grpc.ClientUnaryCall;
  purgeSite(argument: _headwater_analytics_v1_PurgeSiteRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_PurgeSiteResponse__Output>): grpc.ClientUnaryCall;
  purgeSite(argument: _headwater_analytics_v1_PurgeSiteRequest, callback: grpc.requestCallback<_headwater_analytics_v1_PurgeSiteResponse__Output>): grpc.ClientUnaryCall;
  
  QueryEvent(argument: _headwater_analytics_v1_QueryEventRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryEventResponse__Output>): grpc.ClientUnaryCall;
  QueryEvent(argument: _headwater_analytics_v1_QueryEventRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_QueryEventResponse__Output>): grpc.ClientUnaryCall;
  QueryEvent(argument: _headwater_analytics_v1_QueryEventRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryEventResponse__Output>): grpc.ClientUnaryCall;
  QueryEvent(argument: _headwater_analytics_v1_QueryEventRequest, callback: grpc.requestCallback<_headwater_analytics_v1_QueryEventResponse__Output>): grpc.ClientUnaryCall;
  queryEvent(argument: _headwater_analytics_v1_QueryEventRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryEventResponse__Output>): grpc.ClientUnaryCall;
  queryEvent(argument: _headwater_analytics_v1_QueryEventRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_QueryEventResponse__Output>): grpc.ClientUnaryCall;
  queryEvent(argument: _headwater_analytics_v1_QueryEventRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryEventResponse__Output>): grpc.ClientUnaryCall;
  queryEvent(argument: _headwater_analytics_v1_QueryEventRequest, callback: grpc.requestCallback<_headwater_analytics_v1_QueryEventResponse__Output>): grpc.ClientUnaryCall;
  
  QueryFunnel(argument: _headwater_analytics_v1_QueryFunnelRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryFunnelResponse__Output>): grpc.ClientUnaryCall;
  QueryFunnel(argument: _headwater_analytics_v1_QueryFunnelRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_QueryFunnelResponse__Output>): grpc.ClientUnaryCall;
  QueryFunnel(argument: _headwater_analytics_v1_QueryFunnelRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryFunnelResponse__Output>): grpc.ClientUnaryCall;
  QueryFunnel(argument: _headwater_analytics_v1_QueryFunnelRequest, callback: grpc.requestCallback<_headwater_analytics_v1_QueryFunnelResponse__Output>): grpc.ClientUnaryCall;
  queryFunnel(argument: _headwater_analytics_v1_QueryFunnelRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryFunnelResponse__Output>): grpc.ClientUnaryCall;
  queryFunnel(argument: _headwater_analytics_v1_QueryFunnelRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_QueryFunnelResponse__Output>): grpc.ClientUnaryCall;
  queryFunnel(argument: _headwater_analytics_v1_QueryFunnelRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryFunnelResponse__Output>): grpc.ClientUnaryCall;
  queryFunnel(argument: _headwater_analytics_v1_QueryFunnelRequest, callback: grpc.requestCallback<_headwater_analytics_v1_QueryFunnelResponse__Output>): grpc.ClientUnaryCall;
  
  QueryGoal(argument: _headwater_analytics_v1_QueryGoalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryGoalResponse__Output>): grpc.ClientUnaryCall;
  QueryGoal(argument: _headwater_analytics_v1_QueryGoalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_QueryGoalResponse__Output>): grpc.ClientUnaryCall;
  QueryGoal(argument: _headwater_analytics_v1_QueryGoalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryGoalResponse__Output>): grpc.ClientUnaryCall;
  QueryGoal(argument: _headwater_analytics_v1_QueryGoalRequest, callback: grpc.requestCallback<_headwater_analytics_v1_QueryGoalResponse__Output>): grpc.ClientUnaryCall;
  queryGoal(argument: _headwater_analytics_v1_QueryGoalRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryGoalResponse__Output>): grpc.ClientUnaryCall;
  queryGoal(argument: _headwater_analytics_v1_QueryGoalRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_QueryGoalResponse__Output>): grpc.ClientUnaryCall;
  queryGoal(argument: _headwater_analytics_v1_QueryGoalRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryGoalResponse__Output>): grpc.ClientUnaryCall;
  queryGoal(argument: _headwater_analytics_v1_QueryGoalRequest, callback: grpc.requestCallback<_headwater_analytics_v1_QueryGoalResponse__Output>): grpc.ClientUnaryCall;
  
  QueryImported(argument: _headwater_analytics_v1_QueryImportedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryImportedResponse__Output>): grpc.ClientUnaryCall;
  QueryImported(argument: _headwater_analytics_v1_QueryImportedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_QueryImportedResponse__Output>): grpc.ClientUnaryCall;
  QueryImported(argument: _headwater_analytics_v1_QueryImportedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryImportedResponse__Output>): grpc.ClientUnaryCall;
  QueryImported(argument: _headwater_analytics_v1_QueryImportedRequest, callback: grpc.requestCallback<_headwater_analytics_v1_QueryImportedResponse__Output>): grpc.ClientUnaryCall;
  queryImported(argument: _headwater_analytics_v1_QueryImportedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryImportedResponse__Output>): grpc.ClientUnaryCall;
  queryImported(argument: _headwater_analytics_v1_QueryImportedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_QueryImportedResponse__Output>): grpc.ClientUnaryCall;
  queryImported(argument: _headwater_analytics_v1_QueryImportedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryImportedResponse__Output>): grpc.ClientUnaryCall;
  queryImported(argument: _headwater_analytics_v1_QueryImportedRequest, callback: grpc.requestCallback<_headwater_analytics_v1_QueryImportedResponse__Output>): grpc.ClientUnaryCall;
  
  QueryRealtime(argument: _headwater_analytics_v1_QueryRealtimeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryRealtimeResponse__Output>): grpc.ClientUnaryCall;
  QueryRealtime(argument: _headwater_analytics_v1_QueryRealtimeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_QueryRealtimeResponse__Output>): grpc.ClientUnaryCall;
  QueryRealtime(argument: _headwater_analytics_v1_QueryRealtimeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryRealtimeResponse__Output>): grpc.ClientUnaryCall;
  QueryRealtime(argument: _headwater_analytics_v1_QueryRealtimeRequest, callback: grpc.requestCallback<_headwater_analytics_v1_QueryRealtimeResponse__Output>): grpc.ClientUnaryCall;
  queryRealtime(argument: _headwater_analytics_v1_QueryRealtimeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryRealtimeResponse__Output>): grpc.ClientUnaryCall;
  queryRealtime(argument: _headwater_analytics_v1_QueryRealtimeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_QueryRealtimeResponse__Output>): grpc.ClientUnaryCall;
  queryRealtime(argument: _headwater_analytics_v1_QueryRealtimeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryRealtimeResponse__Output>): grpc.ClientUnaryCall;
  queryRealtime(argument: _headwater_analytics_v1_QueryRealtimeRequest, callback: grpc.requestCallback<_headwater_analytics_v1_QueryRealtimeResponse__Output>): grpc.ClientUnaryCall;
  
  QueryRetention(argument: _headwater_analytics_v1_QueryRetentionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryRetentionResponse__Output>): grpc.ClientUnaryCall;
  QueryRetention(argument: _headwater_analytics_v1_QueryRetentionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_QueryRetentionResponse__Output>): grpc.ClientUnaryCall;
  QueryRetention(argument: _headwater_analytics_v1_QueryRetentionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryRetentionResponse__Output>): grpc.ClientUnaryCall;
  QueryRetention(argument: _headwater_analytics_v1_QueryRetentionRequest, callback: grpc.requestCallback<_headwater_analytics_v1_QueryRetentionResponse__Output>): grpc.ClientUnaryCall;
  queryRetention(argument: _headwater_analytics_v1_QueryRetentionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryRetentionResponse__Output>): grpc.ClientUnaryCall;
  queryRetention(argument: _headwater_analytics_v1_QueryRetentionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_QueryRetentionResponse__Output>): grpc.ClientUnaryCall;
  queryRetention(argument: _headwater_analytics_v1_QueryRetentionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryRetentionResponse__Output>): grpc.ClientUnaryCall;
  queryRetention(argument: _headwater_analytics_v1_QueryRetentionRequest, callback: grpc.requestCallback<_headwater_analytics_v1_QueryRetentionResponse__Output>): grpc.ClientUnaryCall;
  
  QueryStats(argument: _headwater_analytics_v1_QueryStatsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryStatsResponse__Output>): grpc.ClientUnaryCall;
  QueryStats(argument: _headwater_analytics_v1_QueryStatsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_QueryStatsResponse__Output>): grpc.ClientUnaryCall;
  QueryStats(argument: _headwater_analytics_v1_QueryStatsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryStatsResponse__Output>): grpc.ClientUnaryCall;
  QueryStats(argument: _headwater_analytics_v1_QueryStatsRequest, callback: grpc.requestCallback<_headwater_analytics_v1_QueryStatsResponse__Output>): grpc.ClientUnaryCall;
  queryStats(argument: _headwater_analytics_v1_QueryStatsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryStatsResponse__Output>): grpc.ClientUnaryCall;
  queryStats(argument: _headwater_analytics_v1_QueryStatsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_analytics_v1_QueryStatsResponse__Output>): grpc.ClientUnaryCall;
  queryStats(argument: _headwater_analytics_v1_QueryStatsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_analytics_v1_QueryStatsResponse__Output>): grpc.ClientUnaryCall;
  queryStats(argument: _headwater_analytics_v1_QueryStatsRequest, callback: grpc.requestCallback<_headwater_analytics_v1_QueryStatsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface AnalyticsHandlers extends grpc.UntypedServiceImplementation {
  ApplyRetention: grpc.handleUnaryCall<_headwater_analytics_v1_ApplyRetentionRequest__Output, _headwater_analytics_v1_ApplyRetentionResponse>;
  
  DeleteClickIds: grpc.handleUnaryCall<_headwater_analytics_v1_DeleteClickIdsRequest__Output, _headwater_analytics_v1_DeleteClickIdsResponse>;
  
  EraseVisitors: grpc.handleUnaryCall<_headwater_analytics_v1_EraseVisitorsRequest__Output, _headwater_analytics_v1_EraseVisitorsResponse>;
  
  ExportEvents: grpc.handleServerStreamingCall<_headwater_analytics_v1_ExportEventsRequest__Output, _headwater_analytics_v1_FilePiece>;
  
  GetFirstTouch: grpc.handleUnaryCall<_headwater_analytics_v1_GetFirstTouchRequest__Output, _headwater_analytics_v1_GetFirstTouchResponse>;
  
  GetReceipt: grpc.handleUnaryCall<_headwater_analytics_v1_GetReceiptRequest__Output, _headwater_analytics_v1_GetReceiptResponse>;
  
  GetSiteActivity: grpc.handleUnaryCall<_headwater_analytics_v1_GetSiteActivityRequest__Output, _headwater_analytics_v1_GetSiteActivityResponse>;
  
  GetTrafficQuality: grpc.handleUnaryCall<_headwater_analytics_v1_GetTrafficQualityRequest__Output, _headwater_analytics_v1_GetTrafficQualityResponse>;
  
  GetVisitor: grpc.handleUnaryCall<_headwater_analytics_v1_GetVisitorRequest__Output, _headwater_analytics_v1_GetVisitorResponse>;
  
  ListClickIdSites: grpc.handleUnaryCall<_headwater_analytics_v1_ListClickIdSitesRequest__Output, _headwater_analytics_v1_ListClickIdSitesResponse>;
  
  ListClicks: grpc.handleUnaryCall<_headwater_analytics_v1_ListClicksRequest__Output, _headwater_analytics_v1_ListClicksResponse>;
  
  ListEvents: grpc.handleUnaryCall<_headwater_analytics_v1_ListEventsRequest__Output, _headwater_analytics_v1_ListEventsResponse>;
  
  ListFirstTouches: grpc.handleUnaryCall<_headwater_analytics_v1_ListFirstTouchesRequest__Output, _headwater_analytics_v1_ListFirstTouchesResponse>;
  
  ListSessions: grpc.handleUnaryCall<_headwater_analytics_v1_ListSessionsRequest__Output, _headwater_analytics_v1_ListSessionsResponse>;
  
  ListSiteActivity: grpc.handleUnaryCall<_headwater_analytics_v1_ListSiteActivityRequest__Output, _headwater_analytics_v1_ListSiteActivityResponse>;
  
  ListTouchedVisitors: grpc.handleUnaryCall<_headwater_analytics_v1_ListTouchedVisitorsRequest__Output, _headwater_analytics_v1_ListTouchedVisitorsResponse>;
  
  ListTouches: grpc.handleUnaryCall<_headwater_analytics_v1_ListTouchesRequest__Output, _headwater_analytics_v1_ListTouchesResponse>;
  
  PurgeSite: grpc.handleUnaryCall<_headwater_analytics_v1_PurgeSiteRequest__Output, _headwater_analytics_v1_PurgeSiteResponse>;
  
  QueryEvent: grpc.handleUnaryCall<_headwater_analytics_v1_QueryEventRequest__Output, _headwater_analytics_v1_QueryEventResponse>;
  
  QueryFunnel: grpc.handleUnaryCall<_headwater_analytics_v1_QueryFunnelRequest__Output, _headwater_analytics_v1_QueryFunnelResponse>;
  
  QueryGoal: grpc.handleUnaryCall<_headwater_analytics_v1_QueryGoalRequest__Output, _headwater_analytics_v1_QueryGoalResponse>;
  
  QueryImported: grpc.handleUnaryCall<_headwater_analytics_v1_QueryImportedRequest__Output, _headwater_analytics_v1_QueryImportedResponse>;
  
  QueryRealtime: grpc.handleUnaryCall<_headwater_analytics_v1_QueryRealtimeRequest__Output, _headwater_analytics_v1_QueryRealtimeResponse>;
  
  QueryRetention: grpc.handleUnaryCall<_headwater_analytics_v1_QueryRetentionRequest__Output, _headwater_analytics_v1_QueryRetentionResponse>;
  
  QueryStats: grpc.handleUnaryCall<_headwater_analytics_v1_QueryStatsRequest__Output, _headwater_analytics_v1_QueryStatsResponse>;
  
}

export interface AnalyticsDefinition extends grpc.ServiceDefinition {
  ApplyRetention: MethodDefinition<_headwater_analytics_v1_ApplyRetentionRequest, _headwater_analytics_v1_ApplyRetentionResponse, _headwater_analytics_v1_ApplyRetentionRequest__Output, _headwater_analytics_v1_ApplyRetentionResponse__Output>
  DeleteClickIds: MethodDefinition<_headwater_analytics_v1_DeleteClickIdsRequest, _headwater_analytics_v1_DeleteClickIdsResponse, _headwater_analytics_v1_DeleteClickIdsRequest__Output, _headwater_analytics_v1_DeleteClickIdsResponse__Output>
  EraseVisitors: MethodDefinition<_headwater_analytics_v1_EraseVisitorsRequest, _headwater_analytics_v1_EraseVisitorsResponse, _headwater_analytics_v1_EraseVisitorsRequest__Output, _headwater_analytics_v1_EraseVisitorsResponse__Output>
  ExportEvents: MethodDefinition<_headwater_analytics_v1_ExportEventsRequest, _headwater_analytics_v1_FilePiece, _headwater_analytics_v1_ExportEventsRequest__Output, _headwater_analytics_v1_FilePiece__Output>
  GetFirstTouch: MethodDefinition<_headwater_analytics_v1_GetFirstTouchRequest, _headwater_analytics_v1_GetFirstTouchResponse, _headwater_analytics_v1_GetFirstTouchRequest__Output, _headwater_analytics_v1_GetFirstTouchResponse__Output>
  GetReceipt: MethodDefinition<_headwater_analytics_v1_GetReceiptRequest, _headwater_analytics_v1_GetReceiptResponse, _headwater_analytics_v1_GetReceiptRequest__Output, _headwater_analytics_v1_GetReceiptResponse__Output>
  GetSiteActivity: MethodDefinition<_headwater_analytics_v1_GetSiteActivityRequest, _headwater_analytics_v1_GetSiteActivityResponse, _headwater_analytics_v1_GetSiteActivityRequest__Output, _headwater_analytics_v1_GetSiteActivityResponse__Output>
  GetTrafficQuality: MethodDefinition<_headwater_analytics_v1_GetTrafficQualityRequest, _headwater_analytics_v1_GetTrafficQualityResponse, _headwater_analytics_v1_GetTrafficQualityRequest__Output, _headwater_analytics_v1_GetTrafficQualityResponse__Output>
  GetVisitor: MethodDefinition<_headwater_analytics_v1_GetVisitorRequest, _headwater_analytics_v1_GetVisitorResponse, _headwater_analytics_v1_GetVisitorRequest__Output, _headwater_analytics_v1_GetVisitorResponse__Output>
  ListClickIdSites: MethodDefinition<_headwater_analytics_v1_ListClickIdSitesRequest, _headwater_analytics_v1_ListClickIdSitesResponse, _headwater_analytics_v1_ListClickIdSitesRequest__Output, _headwater_analytics_v1_ListClickIdSitesResponse__Output>
  ListClicks: MethodDefinition<_headwater_analytics_v1_ListClicksRequest, _headwater_analytics_v1_ListClicksResponse, _headwater_analytics_v1_ListClicksRequest__Output, _headwater_analytics_v1_ListClicksResponse__Output>
  ListEvents: MethodDefinition<_headwater_analytics_v1_ListEventsRequest, _headwater_analytics_v1_ListEventsResponse, _headwater_analytics_v1_ListEventsRequest__Output, _headwater_analytics_v1_ListEventsResponse__Output>
  ListFirstTouches: MethodDefinition<_headwater_analytics_v1_ListFirstTouchesRequest, _headwater_analytics_v1_ListFirstTouchesResponse, _headwater_analytics_v1_ListFirstTouchesRequest__Output, _headwater_analytics_v1_ListFirstTouchesResponse__Output>
  ListSessions: MethodDefinition<_headwater_analytics_v1_ListSessionsRequest, _headwater_analytics_v1_ListSessionsResponse, _headwater_analytics_v1_ListSessionsRequest__Output, _headwater_analytics_v1_ListSessionsResponse__Output>
  ListSiteActivity: MethodDefinition<_headwater_analytics_v1_ListSiteActivityRequest, _headwater_analytics_v1_ListSiteActivityResponse, _headwater_analytics_v1_ListSiteActivityRequest__Output, _headwater_analytics_v1_ListSiteActivityResponse__Output>
  ListTouchedVisitors: MethodDefinition<_headwater_analytics_v1_ListTouchedVisitorsRequest, _headwater_analytics_v1_ListTouchedVisitorsResponse, _headwater_analytics_v1_ListTouchedVisitorsRequest__Output, _headwater_analytics_v1_ListTouchedVisitorsResponse__Output>
  ListTouches: MethodDefinition<_headwater_analytics_v1_ListTouchesRequest, _headwater_analytics_v1_ListTouchesResponse, _headwater_analytics_v1_ListTouchesRequest__Output, _headwater_analytics_v1_ListTouchesResponse__Output>
  PurgeSite: MethodDefinition<_headwater_analytics_v1_PurgeSiteRequest, _headwater_analytics_v1_PurgeSiteResponse, _headwater_analytics_v1_PurgeSiteRequest__Output, _headwater_analytics_v1_PurgeSiteResponse__Output>
  QueryEvent: MethodDefinition<_headwater_analytics_v1_QueryEventRequest, _headwater_analytics_v1_QueryEventResponse, _headwater_analytics_v1_QueryEventRequest__Output, _headwater_analytics_v1_QueryEventResponse__Output>
  QueryFunnel: MethodDefinition<_headwater_analytics_v1_QueryFunnelRequest, _headwater_analytics_v1_QueryFunnelResponse, _headwater_analytics_v1_QueryFunnelRequest__Output, _headwater_analytics_v1_QueryFunnelResponse__Output>
  QueryGoal: MethodDefinition<_headwater_analytics_v1_QueryGoalRequest, _headwater_analytics_v1_QueryGoalResponse, _headwater_analytics_v1_QueryGoalRequest__Output, _headwater_analytics_v1_QueryGoalResponse__Output>
  QueryImported: MethodDefinition<_headwater_analytics_v1_QueryImportedRequest, _headwater_analytics_v1_QueryImportedResponse, _headwater_analytics_v1_QueryImportedRequest__Output, _headwater_analytics_v1_QueryImportedResponse__Output>
  QueryRealtime: MethodDefinition<_headwater_analytics_v1_QueryRealtimeRequest, _headwater_analytics_v1_QueryRealtimeResponse, _headwater_analytics_v1_QueryRealtimeRequest__Output, _headwater_analytics_v1_QueryRealtimeResponse__Output>
  QueryRetention: MethodDefinition<_headwater_analytics_v1_QueryRetentionRequest, _headwater_analytics_v1_QueryRetentionResponse, _headwater_analytics_v1_QueryRetentionRequest__Output, _headwater_analytics_v1_QueryRetentionResponse__Output>
  QueryStats: MethodDefinition<_headwater_analytics_v1_QueryStatsRequest, _headwater_analytics_v1_QueryStatsResponse, _headwater_analytics_v1_QueryStatsRequest__Output, _headwater_analytics_v1_QueryStatsResponse__Output>
}
