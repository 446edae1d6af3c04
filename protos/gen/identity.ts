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
        AcquisitionCost: MessageTypeDefinition
        Attribution: MessageTypeDefinition
        BulkIdentifyRequest: MessageTypeDefinition
        BulkIdentifyResponse: MessageTypeDefinition
        BulkRow: MessageTypeDefinition
        Cohort: MessageTypeDefinition
        CohortPeriod: MessageTypeDefinition
        Company: MessageTypeDefinition
        Conversion: MessageTypeDefinition
        ConversionPosition: MessageTypeDefinition
        Correction: MessageTypeDefinition
        Cost: MessageTypeDefinition
        CostRow: MessageTypeDefinition
        CreditShare: MessageTypeDefinition
        CurrencyRevenue: MessageTypeDefinition
        CustomerBucket: MessageTypeDefinition
        CustomerRow: MessageTypeDefinition
        CustomerSums: MessageTypeDefinition
        DeleteCostsRequest: MessageTypeDefinition
        DeleteCostsResponse: MessageTypeDefinition
        EraseAccountRequest: MessageTypeDefinition
        ErasedProfile: MessageTypeDefinition
        ErasedRows: MessageTypeDefinition
        Erasure: MessageTypeDefinition
        ErasurePosition: MessageTypeDefinition
        FieldWarning: MessageTypeDefinition
        GetAccountRequest: MessageTypeDefinition
        GetAccountResponse: MessageTypeDefinition
        GetCreditRequest: MessageTypeDefinition
        GetCreditResponse: MessageTypeDefinition
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
        ListConversionsRequest: MessageTypeDefinition
        ListConversionsResponse: MessageTypeDefinition
        ListCorrectionsRequest: MessageTypeDefinition
        ListCorrectionsResponse: MessageTypeDefinition
        ListCostsRequest: MessageTypeDefinition
        ListCostsResponse: MessageTypeDefinition
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
        PutCostsRequest: MessageTypeDefinition
        PutCostsResponse: MessageTypeDefinition
        QueryCohortsRequest: MessageTypeDefinition
        QueryCohortsResponse: MessageTypeDefinition
        QueryCustomersRequest: MessageTypeDefinition
        QueryCustomersResponse: MessageTypeDefinition
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
        RevenueOfCustomers: MessageTypeDefinition
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

