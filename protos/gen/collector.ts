import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CollectorClient as _headwater_collector_v1_CollectorClient, CollectorDefinition as _headwater_collector_v1_CollectorDefinition } from './headwater/collector/v1/Collector';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  headwater: {
    collector: {
      v1: {
        CampaignTags: MessageTypeDefinition
        Collector: SubtypeConstructor<typeof grpc.Client, _headwater_collector_v1_CollectorClient> & { service: _headwater_collector_v1_CollectorDefinition }
        Drop: MessageTypeDefinition
        ExplainVisitRequest: MessageTypeDefinition
        ExplainVisitResponse: MessageTypeDefinition
        ImportRowsRequest: MessageTypeDefinition
        ImportRowsResponse: MessageTypeDefinition
        ImportedRow: MessageTypeDefinition
        IngestEventsRequest: MessageTypeDefinition
        IngestEventsResponse: MessageTypeDefinition
        RefusedRow: MessageTypeDefinition
        ServerEvent: MessageTypeDefinition
        UnreadableEvent: MessageTypeDefinition
      }
    }
  }
}

