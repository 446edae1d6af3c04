// Original file: protos/headwater/collector/v1/collector.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ExplainVisitRequest as _headwater_collector_v1_ExplainVisitRequest, ExplainVisitRequest__Output as _headwater_collector_v1_ExplainVisitRequest__Output } from '../../../headwater/collector/v1/ExplainVisitRequest';
import type { ExplainVisitResponse as _headwater_collector_v1_ExplainVisitResponse, ExplainVisitResponse__Output as _headwater_collector_v1_ExplainVisitResponse__Output } from '../../../headwater/collector/v1/ExplainVisitResponse';
import type { ImportRowsRequest as _headwater_collector_v1_ImportRowsRequest, ImportRowsRequest__Output as _headwater_collector_v1_ImportRowsRequest__Output } from '../../../headwater/collector/v1/ImportRowsRequest';
import type { ImportRowsResponse as _headwater_collector_v1_ImportRowsResponse, ImportRowsResponse__Output as _headwater_collector_v1_ImportRowsResponse__Output } from '../../../headwater/collector/v1/ImportRowsResponse';
import type { IngestEventsRequest as _headwater_collector_v1_IngestEventsRequest, IngestEventsRequest__Output as _headwater_collector_v1_IngestEventsRequest__Output } from '../../../headwater/collector/v1/IngestEventsRequest';
import type { IngestEventsResponse as _headwater_collector_v1_IngestEventsResponse, IngestEventsResponse__Output as _headwater_collector_v1_IngestEventsResponse__Output } from '../../../headwater/collector/v1/IngestEventsResponse';

export interface CollectorClient extends grpc.Client {
  ExplainVisit(argument: _headwater_collector_v1_ExplainVisitRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_collector_v1_ExplainVisitResponse__Output>): grpc.ClientUnaryCall;
  ExplainVisit(argument: _headwater_collector_v1_ExplainVisitRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_collector_v1_ExplainVisitResponse__Output>): grpc.ClientUnaryCall;
  ExplainVisit(argument: _headwater_collector_v1_ExplainVisitRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_collector_v1_ExplainVisitResponse__Output>): grpc.ClientUnaryCall;
  ExplainVisit(argument: _headwater_collector_v1_ExplainVisitRequest, callback: grpc.requestCallback<_headwater_collector_v1_ExplainVisitResponse__Output>): grpc.ClientUnaryCall;
  explainVisit(argument: _headwater_collector_v1_ExplainVisitRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_collector_v1_ExplainVisitResponse__Output>): grpc.ClientUnaryCall;
  explainVisit(argument: _headwater_collector_v1_ExplainVisitRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_collector_v1_ExplainVisitResponse__Output>): grpc.ClientUnaryCall;
  explainVisit(argument: _headwater_collector_v1_ExplainVisitRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_collector_v1_ExplainVisitResponse__Output>): grpc.ClientUnaryCall;
  explainVisit(argument: _headwater_collector_v1_ExplainVisitRequest, callback: grpc.requestCallback<_headwater_collector_v1_ExplainVisitResponse__Output>): grpc.ClientUnaryCall;
  
  ImportRows(argument: _headwater_collector_v1_ImportRowsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_collector_v1_ImportRowsResponse__Output>): grpc.ClientUnaryCall;
  ImportRows(argument: _headwater_collector_v1_ImportRowsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_collector_v1_ImportRowsResponse__Output>): grpc.ClientUnaryCall;
  ImportRows(argument: _headwater_collector_v1_ImportRowsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_collector_v1_ImportRowsResponse__Output>): grpc.ClientUnaryCall;
  ImportRows(argument: _headwater_collector_v1_ImportRowsRequest, callback: grpc.requestCallback<_headwater_collector_v1_ImportRowsResponse__Output>): grpc.ClientUnaryCall;
  importRows(argument: _headwater_collector_v1_ImportRowsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_collector_v1_ImportRowsResponse__Output>): grpc.ClientUnaryCall;
  importRows(argument: _headwater_collector_v1_ImportRowsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_collector_v1_ImportRowsResponse__Output>): grpc.ClientUnaryCall;
  importRows(argument: _headwater_collector_v1_ImportRowsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_collector_v1_ImportRowsResponse__Output>): grpc.ClientUnaryCall;
  importRows(argument: _headwater_collector_v1_ImportRowsRequest, callback: grpc.requestCallback<_headwater_collector_v1_ImportRowsResponse__Output>): grpc.ClientUnaryCall;
  
  IngestEvents(argument: _headwater_collector_v1_IngestEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_collector_v1_IngestEventsResponse__Output>): grpc.ClientUnaryCall;
  IngestEvents(argument: _headwater_collector_v1_IngestEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_collector_v1_IngestEventsResponse__Output>): grpc.ClientUnaryCall;
  IngestEvents(argument: _headwater_collector_v1_IngestEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_collector_v1_IngestEventsResponse__Output>): grpc.ClientUnaryCall;
  IngestEvents(argument: _headwater_collector_v1_IngestEventsRequest, callback: grpc.requestCallback<_headwater_collector_v1_IngestEventsResponse__Output>): grpc.ClientUnaryCall;
  ingestEvents(argument: _headwater_collector_v1_IngestEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_collector_v1_IngestEventsResponse__Output>): grpc.ClientUnaryCall;
  ingestEvents(argument: _headwater_collector_v1_IngestEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_collector_v1_IngestEventsResponse__Output>): grpc.ClientUnaryCall;
  ingestEvents(argument: _headwater_collector_v1_IngestEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_collector_v1_IngestEventsResponse__Output>): grpc.ClientUnaryCall;
  ingestEvents(argument: _headwater_collector_v1_IngestEventsRequest, callback: grpc.requestCallback<_headwater_collector_v1_IngestEventsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface CollectorHandlers extends grpc.UntypedServiceImplementation {
  ExplainVisit: grpc.handleUnaryCall<_headwater_collector_v1_ExplainVisitRequest__Output, _headwater_collector_v1_ExplainVisitResponse>;
  
  ImportRows: grpc.handleUnaryCall<_headwater_collector_v1_ImportRowsRequest__Output, _headwater_collector_v1_ImportRowsResponse>;
  
  IngestEvents: grpc.handleUnaryCall<_headwater_collector_v1_IngestEventsRequest__Output, _headwater_collector_v1_IngestEventsResponse>;
  
}

export interface CollectorDefinition extends grpc.ServiceDefinition {
  ExplainVisit: MethodDefinition<_headwater_collector_v1_ExplainVisitRequest, _headwater_collector_v1_ExplainVisitResponse, _headwater_collector_v1_ExplainVisitRequest__Output, _headwater_collector_v1_ExplainVisitResponse__Output>
  ImportRows: MethodDefinition<_headwater_collector_v1_ImportRowsRequest, _headwater_collector_v1_ImportRowsResponse, _headwater_collector_v1_ImportRowsRequest__Output, _headwater_collector_v1_ImportRowsResponse__Output>
  IngestEvents: MethodDefinition<_headwater_collector_v1_IngestEventsRequest, _headwater_collector_v1_IngestEventsResponse, _headwater_collector_v1_IngestEventsRequest__Output, _headwater_collector_v1_IngestEventsResponse__Output>
}
