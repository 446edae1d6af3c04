import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { IdentityClient as _headwater_identity_v1_IdentityClient, IdentityDefinition as _headwater_identity_v1_IdentityDefinition } from './headwater/identity/v1/Identity';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  headwater: {
    identity: {
      v1: {
        Account: MessageTypeDefinition
        AccountPayment: MessageTypeDefinition
        AccountRevenue: MessageTypeDefinition
        Attribution: MessageTypeDefinition
        BulkIdentifyRequest: MessageTypeDefinition
        BulkIdentifyResponse: MessageTypeDefinition
        BulkRow: MessageTypeDefinition
        Company: MessageTypeDefinition
        Correction: MessageTypeDefinition
        CurrencyRevenue: MessageTypeDefinition
        EraseAccountRequest: MessageTypeDefinition
        ErasedProfile: MessageTypeDefinition
        Erasure: MessageTypeDefinition
        ErasurePosition: MessageTypeDefinition
        FieldWarning: MessageTypeDefinition
        GetAccountRequest: MessageTypeDefinition
        GetAccountResponse: MessageTypeDefinition
        GetErasureRequest: MessageTypeDefinition
        IdentifyRequest: MessageTypeDefinition
        IdentifyResponse: MessageTypeDefinition
        Identity: SubtypeConstructor<typeof grpc.Client, _headwater_identity_v1_IdentityClient> & { service: _headwater_identity_v1_IdentityDefinition }
        LaterTouch: MessageTypeDefinition
        LedgerAccount: MessageTypeDefinition
        LedgerRevenue: MessageTypeDefinition
        ListAccountsRequest: MessageTypeDefinition
        ListAccountsResponse: MessageTypeDefinition
        ListCompaniesRequest: MessageTypeDefinition
        ListCompaniesResponse: MessageTypeDefinition
        ListCorrectionsRequest: MessageTypeDefinition
        ListCorrectionsResponse: MessageTypeDefinition
        ListErasuresRequest: MessageTypeDefinition
        ListErasuresResponse: MessageTypeDefinition
        ListLoggedErasuresRequest: MessageTypeDefinition
        ListLoggedErasuresResponse: MessageTypeDefinition
        LoggedErasure: MessageTypeDefinition
        LookUpAttributionRequest: MessageTypeDefinition
        LookUpAttributionResponse: MessageTypeDefinition
        LookUpAttributionsRequest: MessageTypeDefinition
        LookUpAttributionsResponse: MessageTypeDefinition
        LookedUpAccount: MessageTypeDefinition
        NewMrr: MessageTypeDefinition
        Payment: MessageTypeDefinition
        PaymentRow: MessageTypeDefinition
        PendingRevenue: MessageTypeDefinition
        QueryRevenueRequest: MessageTypeDefinition
        QueryRevenueResponse: MessageTypeDefinition
        RecordBillingRequest: MessageTypeDefinition
        RecordBillingResponse: MessageTypeDefinition
        RecordPaymentRequest: MessageTypeDefinition
        RecordPaymentResponse: MessageTypeDefinition
        RecordPaymentsRequest: MessageTypeDefinition
        RecordPaymentsResponse: MessageTypeDefinition
        RepeatErasureResponse: MessageTypeDefinition
        RevenueBucket: MessageTypeDefinition
        RevenueFilter: MessageTypeDefinition
        RevenueRow: MessageTypeDefinition
        RowError: MessageTypeDefinition
        RowWarning: MessageTypeDefinition
        Subscription: MessageTypeDefinition
        TrackExportRequest: MessageTypeDefinition
        TrackExportResponse: MessageTypeDefinition
      }
    }
  }
}

