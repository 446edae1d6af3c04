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
        BeginPurgeRequest: MessageTypeDefinition
        BeginPurgeResponse: MessageTypeDefinition
        CreateFunnelRequest: MessageTypeDefinition
        CreateGoalRequest: MessageTypeDefinition
        CreateSiteRequest: MessageTypeDefinition
        CreateSiteResponse: MessageTypeDefinition
        DefinitionReference: MessageTypeDefinition
        DeleteDefinitionResponse: MessageTypeDefinition
        DeleteSiteRequest: MessageTypeDefinition
        DeleteSiteResponse: MessageTypeDefinition
        Detection: MessageTypeDefinition
        DueSite: MessageTypeDefinition
        Finding: MessageTypeDefinition
        FinishPurgeRequest: MessageTypeDefinition
        FinishPurgeResponse: MessageTypeDefinition
        Funnel: MessageTypeDefinition
        FunnelList: MessageTypeDefinition
        GetConfigResponse: MessageTypeDefinition
        GetSiteRequest: MessageTypeDefinition
        Goal: MessageTypeDefinition
        GoalFilter: MessageTypeDefinition
        GoalList: MessageTypeDefinition
        ListDueRequest: MessageTypeDefinition
        ListDueResponse: MessageTypeDefinition
        ListFunnelsResponse: MessageTypeDefinition
        ListGoalsResponse: MessageTypeDefinition
        ListPurgesRequest: MessageTypeDefinition
        ListPurgesResponse: MessageTypeDefinition
        ListSitesRequest: MessageTypeDefinition
        ListSitesResponse: MessageTypeDefinition
        MarkInstalledRequest: MessageTypeDefinition
        MarkInstalledResponse: MessageTypeDefinition
        Purge: MessageTypeDefinition
        PutConfigRequest: MessageTypeDefinition
        PutConfigResponse: MessageTypeDefinition
        RestoreSiteRequest: MessageTypeDefinition
        Site: MessageTypeDefinition
        SiteConfig: MessageTypeDefinition
        SiteKeyVerdict: EnumTypeDefinition
        SiteReference: MessageTypeDefinition
        Sites: SubtypeConstructor<typeof grpc.Client, _headwater_sites_v1_SitesClient> & { service: _headwater_sites_v1_SitesDefinition }
        StringList: MessageTypeDefinition
        UpdateSiteRequest: MessageTypeDefinition
        VerifySiteKeyRequest: MessageTypeDefinition
        VerifySiteKeyResponse: MessageTypeDefinition
      }
    }
  }
}

