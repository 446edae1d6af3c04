// Original file: protos/headwater/identity/v1/identity.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BulkIdentifyRequest as _headwater_identity_v1_BulkIdentifyRequest, BulkIdentifyRequest__Output as _headwater_identity_v1_BulkIdentifyRequest__Output } from '../../../headwater/identity/v1/BulkIdentifyRequest';
import type { BulkIdentifyResponse as _headwater_identity_v1_BulkIdentifyResponse, BulkIdentifyResponse__Output as _headwater_identity_v1_BulkIdentifyResponse__Output } from '../../../headwater/identity/v1/BulkIdentifyResponse';
import type { DeleteCostsRequest as _headwater_identity_v1_DeleteCostsRequest, DeleteCostsRequest__Output as _headwater_identity_v1_DeleteCostsRequest__Output } from '../../../headwater/identity/v1/DeleteCostsRequest';
import type { DeleteCostsResponse as _headwater_identity_v1_DeleteCostsResponse, DeleteCostsResponse__Output as _headwater_identity_v1_DeleteCostsResponse__Output } from '../../../headwater/identity/v1/DeleteCostsResponse';
import type { EraseAccountRequest as _headwater_identity_v1_EraseAccountRequest, EraseAccountRequest__Output as _headwater_identity_v1_EraseAccountRequest__Output } from '../../../headwater/identity/v1/EraseAccountRequest';
import type { Erasure as _headwater_identity_v1_Erasure, Erasure__Output as _headwater_identity_v1_Erasure__Output } from '../../../headwater/identity/v1/Erasure';
import type { GetAccountRequest as _headwater_identity_v1_GetAccountRequest, GetAccountRequest__Output as _headwater_identity_v1_GetAccountRequest__Output } from '../../../headwater/identity/v1/GetAccountRequest';
import type { GetAccountResponse as _headwater_identity_v1_GetAccountResponse, GetAccountResponse__Output as _headwater_identity_v1_GetAccountResponse__Output } from '../../../headwater/identity/v1/GetAccountResponse';
import type { GetCreditRequest as _headwater_identity_v1_GetCreditRequest, GetCreditRequest__Output as _headwater_identity_v1_GetCreditRequest__Output } from '../../../headwater/identity/v1/GetCreditRequest';
import type { GetCreditResponse as _headwater_identity_v1_GetCreditResponse, GetCreditResponse__Output as _headwater_identity_v1_GetCreditResponse__Output } from '../../../headwater/identity/v1/GetCreditResponse';
import type { GetErasureRequest as _headwater_identity_v1_GetErasureRequest, GetErasureRequest__Output as _headwater_identity_v1_GetErasureRequest__Output } from '../../../headwater/identity/v1/GetErasureRequest';
import type { IdentifyRequest as _headwater_identity_v1_IdentifyRequest, IdentifyRequest__Output as _headwater_identity_v1_IdentifyRequest__Output } from '../../../headwater/identity/v1/IdentifyRequest';
import type { IdentifyResponse as _headwater_identity_v1_IdentifyResponse, IdentifyResponse__Output as _headwater_identity_v1_IdentifyResponse__Output } from '../../../headwater/identity/v1/IdentifyResponse';
import type { ListAccountsRequest as _headwater_identity_v1_ListAccountsRequest, ListAccountsRequest__Output as _headwater_identity_v1_ListAccountsRequest__Output } from '../../../headwater/identity/v1/ListAccountsRequest';
import type { ListAccountsResponse as _headwater_identity_v1_ListAccountsResponse, ListAccountsResponse__Output as _headwater_identity_v1_ListAccountsResponse__Output } from '../../../headwater/identity/v1/ListAccountsResponse';
import type { ListCompaniesRequest as _headwater_identity_v1_ListCompaniesRequest, ListCompaniesRequest__Output as _headwater_identity_v1_ListCompaniesRequest__Output } from '../../../headwater/identity/v1/ListCompaniesRequest';
import type { ListCompaniesResponse as _headwater_identity_v1_ListCompaniesResponse, ListCompaniesResponse__Output as _headwater_identity_v1_ListCompaniesResponse__Output } from '../../../headwater/identity/v1/ListCompaniesResponse';
import type { ListConversionsRequest as _headwater_identity_v1_ListConversionsRequest, ListConversionsRequest__Output as _headwater_identity_v1_ListConversionsRequest__Output } from '../../../headwater/identity/v1/ListConversionsRequest';
import type { ListConversionsResponse as _headwater_identity_v1_ListConversionsResponse, ListConversionsResponse__Output as _headwater_identity_v1_ListConversionsResponse__Output } from '../../../headwater/identity/v1/ListConversionsResponse';
import type { ListCorrectionsRequest as _headwater_identity_v1_ListCorrectionsRequest, ListCorrectionsRequest__Output as _headwater_identity_v1_ListCorrectionsRequest__Output } from '../../../headwater/identity/v1/ListCorrectionsRequest';
import type { ListCorrectionsResponse as _headwater_identity_v1_ListCorrectionsResponse, ListCorrectionsResponse__Output as _headwater_identity_v1_ListCorrectionsResponse__Output } from '../../../headwater/identity/v1/ListCorrectionsResponse';
import type { ListCostsRequest as _headwater_identity_v1_ListCostsRequest, ListCostsRequest__Output as _headwater_identity_v1_ListCostsRequest__Output } from '../../../headwater/identity/v1/ListCostsRequest';
import type { ListCostsResponse as _headwater_identity_v1_ListCostsResponse, ListCostsResponse__Output as _headwater_identity_v1_ListCostsResponse__Output } from '../../../headwater/identity/v1/ListCostsResponse';
import type { ListErasuresRequest as _headwater_identity_v1_ListErasuresRequest, ListErasuresRequest__Output as _headwater_identity_v1_ListErasuresRequest__Output } from '../../../headwater/identity/v1/ListErasuresRequest';
import type { ListErasuresResponse as _headwater_identity_v1_ListErasuresResponse, ListErasuresResponse__Output as _headwater_identity_v1_ListErasuresResponse__Output } from '../../../headwater/identity/v1/ListErasuresResponse';
import type { ListLoggedErasuresRequest as _headwater_identity_v1_ListLoggedErasuresRequest, ListLoggedErasuresRequest__Output as _headwater_identity_v1_ListLoggedErasuresRequest__Output } from '../../../headwater/identity/v1/ListLoggedErasuresRequest';
import type { ListLoggedErasuresResponse as _headwater_identity_v1_ListLoggedErasuresResponse, ListLoggedErasuresResponse__Output as _headwater_identity_v1_ListLoggedErasuresResponse__Output } from '../../../headwater/identity/v1/ListLoggedErasuresResponse';
import type { LoggedErasure as _headwater_identity_v1_LoggedErasure, LoggedErasure__Output as _headwater_identity_v1_LoggedErasure__Output } from '../../../headwater/identity/v1/LoggedErasure';
import type { LookUpAttributionRequest as _headwater_identity_v1_LookUpAttributionRequest, LookUpAttributionRequest__Output as _headwater_identity_v1_LookUpAttributionRequest__Output } from '../../../headwater/identity/v1/LookUpAttributionRequest';
import type { LookUpAttributionResponse as _headwater_identity_v1_LookUpAttributionResponse, LookUpAttributionResponse__Output as _headwater_identity_v1_LookUpAttributionResponse__Output } from '../../../headwater/identity/v1/LookUpAttributionResponse';
import type { LookUpAttributionsRequest as _headwater_identity_v1_LookUpAttributionsRequest, LookUpAttributionsRequest__Output as _headwater_identity_v1_LookUpAttributionsRequest__Output } from '../../../headwater/identity/v1/LookUpAttributionsRequest';
import type { LookUpAttributionsResponse as _headwater_identity_v1_LookUpAttributionsResponse, LookUpAttributionsResponse__Output as _headwater_identity_v1_LookUpAttributionsResponse__Output } from '../../../headwater/identity/v1/LookUpAttributionsResponse';
import type { PutCostsRequest as _headwater_identity_v1_PutCostsRequest, PutCostsRequest__Output as _headwater_identity_v1_PutCostsRequest__Output } from '../../../headwater/identity/v1/PutCostsRequest';
import type { PutCostsResponse as _headwater_identity_v1_PutCostsResponse, PutCostsResponse__Output as _headwater_identity_v1_PutCostsResponse__Output } from '../../../headwater/identity/v1/PutCostsResponse';
import type { QueryCohortsRequest as _headwater_identity_v1_QueryCohortsRequest, QueryCohortsRequest__Output as _headwater_identity_v1_QueryCohortsRequest__Output } from '../../../headwater/identity/v1/QueryCohortsRequest';
import type { QueryCohortsResponse as _headwater_identity_v1_QueryCohortsResponse, QueryCohortsResponse__Output as _headwater_identity_v1_QueryCohortsResponse__Output } from '../../../headwater/identity/v1/QueryCohortsResponse';
import type { QueryCustomersRequest as _headwater_identity_v1_QueryCustomersRequest, QueryCustomersRequest__Output as _headwater_identity_v1_QueryCustomersRequest__Output } from '../../../headwater/identity/v1/QueryCustomersRequest';
import type { QueryCustomersResponse as _headwater_identity_v1_QueryCustomersResponse, QueryCustomersResponse__Output as _headwater_identity_v1_QueryCustomersResponse__Output } from '../../../headwater/identity/v1/QueryCustomersResponse';
import type { QueryRevenueRequest as _headwater_identity_v1_QueryRevenueRequest, QueryRevenueRequest__Output as _headwater_identity_v1_QueryRevenueRequest__Output } from '../../../headwater/identity/v1/QueryRevenueRequest';
import type { QueryRevenueResponse as _headwater_identity_v1_QueryRevenueResponse, QueryRevenueResponse__Output as _headwater_identity_v1_QueryRevenueResponse__Output } from '../../../headwater/identity/v1/QueryRevenueResponse';
import type { RecordBillingRequest as _headwater_identity_v1_RecordBillingRequest, RecordBillingRequest__Output as _headwater_identity_v1_RecordBillingRequest__Output } from '../../../headwater/identity/v1/RecordBillingRequest';
import type { RecordBillingResponse as _headwater_identity_v1_RecordBillingResponse, RecordBillingResponse__Output as _headwater_identity_v1_RecordBillingResponse__Output } from '../../../headwater/identity/v1/RecordBillingResponse';
import type { RecordPaymentRequest as _headwater_identity_v1_RecordPaymentRequest, RecordPaymentRequest__Output as _headwater_identity_v1_RecordPaymentRequest__Output } from '../../../headwater/identity/v1/RecordPaymentRequest';
import type { RecordPaymentResponse as _headwater_identity_v1_RecordPaymentResponse, RecordPaymentResponse__Output as _headwater_identity_v1_RecordPaymentResponse__Output } from '../../../headwater/identity/v1/RecordPaymentResponse';
import type { RecordPaymentsRequest as _headwater_identity_v1_RecordPaymentsRequest, RecordPaymentsRequest__Output as _headwater_identity_v1_RecordPaymentsRequest__Output } from '../../../headwater/identity/v1/RecordPaymentsRequest';
import type { RecordPaymentsResponse as _headwater_identity_v1_RecordPaymentsResponse, RecordPaymentsResponse__Output as _headwater_identity_v1_RecordPaymentsResponse__Output } from '../../../headwater/identity/v1/RecordPaymentsResponse';
import type { RepeatErasureResponse as _headwater_identity_v1_RepeatErasureResponse, RepeatErasureResponse__Output as _headwater_identity_v1_RepeatErasureResponse__Output } from '../../../headwater/identity/v1/RepeatErasureResponse';
import type { TrackExportRequest as _headwater_identity_v1_TrackExportRequest, TrackExportRequest__Output as _headwater_identity_v1_TrackExportRequest__Output } from '../../../headwater/identity/v1/TrackExportRequest';
import type { TrackExportResponse as _headwater_identity_v1_TrackExportResponse, TrackExportResponse__Output as _headwater_identity_v1_TrackExportResponse__Output } from '../../../headwater/identity/v1/TrackExportResponse';

export interface IdentityClient extends grpc.Client {
  BulkIdentify(argument: _headwater_identity_v1_BulkIdentifyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_BulkIdentifyResponse__Output>): grpc.ClientUnaryCall;
  BulkIdentify(argument: _headwater_identity_v1_BulkIdentifyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_BulkIdentifyResponse__Output>): grpc.ClientUnaryCall;
  BulkIdentify(argument: _headwater_identity_v1_BulkIdentifyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_BulkIdentifyResponse__Output>): grpc.ClientUnaryCall;
  BulkIdentify(argument: _headwater_identity_v1_BulkIdentifyRequest, callback: grpc.requestCallback<_headwater_identity_v1_BulkIdentifyResponse__Output>): grpc.ClientUnaryCall;
  bulkIdentify(argument: _headwater_identity_v1_BulkIdentifyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_BulkIdentifyResponse__Output>): grpc.ClientUnaryCall;
  bulkIdentify(argument: _headwater_identity_v1_BulkIdentifyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_BulkIdentifyResponse__Output>): grpc.ClientUnaryCall;
  bulkIdentify(argument: _headwater_identity_v1_BulkIdentifyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_BulkIdentifyResponse__Output>): grpc.ClientUnaryCall;
  bulkIdentify(argument: _headwater_identity_v1_BulkIdentifyRequest, callback: grpc.requestCallback<_headwater_identity_v1_BulkIdentifyResponse__Output>): grpc.ClientUnaryCall;
  
  DeleteCosts(argument: _headwater_identity_v1_DeleteCostsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_DeleteCostsResponse__Output>): grpc.ClientUnaryCall;
  DeleteCosts(argument: _headwater_identity_v1_DeleteCostsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_DeleteCostsResponse__Output>): grpc.ClientUnaryCall;
  DeleteCosts(argument: _headwater_identity_v1_DeleteCostsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_DeleteCostsResponse__Output>): grpc.ClientUnaryCall;
  DeleteCosts(argument: _headwater_identity_v1_DeleteCostsRequest, callback: grpc.requestCallback<_headwater_identity_v1_DeleteCostsResponse__Output>): grpc.ClientUnaryCall;
  deleteCosts(argument: _headwater_identity_v1_DeleteCostsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_DeleteCostsResponse__Output>): grpc.ClientUnaryCall;
  deleteCosts(argument: _headwater_identity_v1_DeleteCostsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_DeleteCostsResponse__Output>): grpc.ClientUnaryCall;
  deleteCosts(argument: _headwater_identity_v1_DeleteCostsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_DeleteCostsResponse__Output>): grpc.ClientUnaryCall;
  deleteCosts(argument: _headwater_identity_v1_DeleteCostsRequest, callback: grpc.requestCallback<_headwater_identity_v1_DeleteCostsResponse__Output>): grpc.ClientUnaryCall;
  
  EraseAccount(argument: _headwater_identity_v1_EraseAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_Erasure__Output>): grpc.ClientUnaryCall;
  EraseAccount(argument: _headwater_identity_v1_EraseAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_Erasure__Output>): grpc.ClientUnaryCall;
  EraseAccount(argument: _headwater_identity_v1_EraseAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_Erasure__Output>): grpc.ClientUnaryCall;
  EraseAccount(argument: _headwater_identity_v1_EraseAccountRequest, callback: grpc.requestCallback<_headwater_identity_v1_Erasure__Output>): grpc.ClientUnaryCall;
  eraseAccount(argument: _headwater_identity_v1_EraseAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_Erasure__Output>): grpc.ClientUnaryCall;
  eraseAccount(argument: _headwater_identity_v1_EraseAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_Erasure__Output>): grpc.ClientUnaryCall;
  eraseAccount(argument: _headwater_identity_v1_EraseAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_Erasure__Output>): grpc.ClientUnaryCall;
  eraseAccount(argument: _headwater_identity_v1_EraseAccountRequest, callback: grpc.requestCallback<_headwater_identity_v1_Erasure__Output>): grpc.ClientUnaryCall;
  
  GetAccount(argument: _headwater_identity_v1_GetAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _headwater_identity_v1_GetAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _headwater_identity_v1_GetAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _headwater_identity_v1_GetAccountRequest, callback: grpc.requestCallback<_headwater_identity_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _headwater_identity_v1_GetAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _headwater_identity_v1_GetAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _headwater_identity_v1_GetAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _headwater_identity_v1_GetAccountRequest, callback: grpc.requestCallback<_headwater_identity_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  
  GetCredit(argument: _headwater_identity_v1_GetCreditRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_GetCreditResponse__Output>): grpc.ClientUnaryCall;
  GetCredit(argument: _headwater_identity_v1_GetCreditRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_GetCreditResponse__Output>): grpc.ClientUnaryCall;
  GetCredit(argument: _headwater_identity_v1_GetCreditRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_GetCreditResponse__Output>): grpc.ClientUnaryCall;
  GetCredit(argument: _headwater_identity_v1_GetCreditRequest, callback: grpc.requestCallback<_headwater_identity_v1_GetCreditResponse__Output>): grpc.ClientUnaryCall;
  getCredit(argument: _headwater_identity_v1_GetCreditRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_GetCreditResponse__Output>): grpc.ClientUnaryCall;
  getCredit(argument: _headwater_identity_v1_GetCreditRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_GetCreditResponse__Output>): grpc.ClientUnaryCall;
  getCredit(argument: _headwater_identity_v1_GetCreditRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_GetCreditResponse__Output>): grpc.ClientUnaryCall;
  getCredit(argument: _headwater_identity_v1_GetCreditRequest, callback: grpc.requestCallback<_headwater_identity_v1_GetCreditResponse__Output>): grpc.ClientUnaryCall;
  
  GetErasure(argument: _headwater_identity_v1_GetErasureRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_Erasure__Output>): grpc.ClientUnaryCall;
  GetErasure(argument: _headwater_identity_v1_GetErasureRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_Erasure__Output>): grpc.ClientUnaryCall;
  GetErasure(argument: _headwater_identity_v1_GetErasureRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_Erasure__Output>): grpc.ClientUnaryCall;
  GetErasure(argument: _headwater_identity_v1_GetErasureRequest, callback: grpc.requestCallback<_headwater_identity_v1_Erasure__Output>): grpc.ClientUnaryCall;
  getErasure(argument: _headwater_identity_v1_GetErasureRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_Erasure__Output>): grpc.ClientUnaryCall;
  getErasure(argument: _headwater_identity_v1_GetErasureRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_Erasure__Output>): grpc.ClientUnaryCall;
  getErasure(argument: _headwater_identity_v1_GetErasureRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_Erasure__Output>): grpc.ClientUnaryCall;
  getErasure(argument: _headwater_identity_v1_GetErasureRequest, callback: grpc.requestCallback<_headwater_identity_v1_Erasure__Output>): grpc.ClientUnaryCall;
  
  Identify(argument: _headwater_identity_v1_IdentifyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_IdentifyResponse__Output>): grpc.ClientUnaryCall;
  Identify(argument: _headwater_identity_v1_IdentifyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_IdentifyResponse__Output>): grpc.ClientUnaryCall;
  Identify(argument: _headwater_identity_v1_IdentifyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_IdentifyResponse__Output>): grpc.ClientUnaryCall;
  Identify(argument: _headwater_identity_v1_IdentifyRequest, callback: grpc.requestCallback<_headwater_identity_v1_IdentifyResponse__Output>): grpc.ClientUnaryCall;
  identify(argument: _headwater_identity_v1_IdentifyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_IdentifyResponse__Output>): grpc.ClientUnaryCall;
  identify(argument: _headwater_identity_v1_IdentifyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_IdentifyResponse__Output>): grpc.ClientUnaryCall;
  identify(argument: _headwater_identity_v1_IdentifyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_IdentifyResponse__Output>): grpc.ClientUnaryCall;
  identify(argument: _headwater_identity_v1_IdentifyRequest, callback: grpc.requestCallback<_headwater_identity_v1_IdentifyResponse__Output>): grpc.ClientUnaryCall;
  
  ListAccounts(argument: _headwater_identity_v1_ListAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListAccounts(argument: _headwater_identity_v1_ListAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListAccounts(argument: _headwater_identity_v1_ListAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListAccounts(argument: _headwater_identity_v1_ListAccountsRequest, callback: grpc.requestCallback<_headwater_identity_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  listAccounts(argument: _headwater_identity_v1_ListAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  listAccounts(argument: _headwater_identity_v1_ListAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  listAccounts(argument: _headwater_identity_v1_ListAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  listAccounts(argument: _headwater_identity_v1_ListAccountsRequest, callback: grpc.requestCallback<_headwater_identity_v1_ListAccountsResponse__Output>): grpc.ClientUnaryCall;
  
  ListCompanies(argument: _headwater_identity_v1_ListCompaniesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListCompaniesResponse__Output>): grpc.ClientUnaryCall;
  ListCompanies(argument: _headwater_identity_v1_ListCompaniesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_ListCompaniesResponse__Output>): grpc.ClientUnaryCall;
  ListCompanies(argument: _headwater_identity_v1_ListCompaniesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListCompaniesResponse__Output>): grpc.ClientUnaryCall;
  ListCompanies(argument: _headwater_identity_v1_ListCompaniesRequest, callback: grpc.requestCallback<_headwater_identity_v1_ListCompaniesResponse__Output>): grpc.ClientUnaryCall;
  listCompanies(argument: _headwater_identity_v1_ListCompaniesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListCompaniesResponse__Output>): grpc.ClientUnaryCall;
  listCompanies(argument: _headwater_identity_v1_ListCompaniesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_ListCompaniesResponse__Output>): grpc.ClientUnaryCall;
  listCompanies(argument: _headwater_identity_v1_ListCompaniesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListCompaniesResponse__Output>): grpc.ClientUnaryCall;
  listCompanies(argument: _headwater_identity_v1_ListCompaniesRequest, callback: grpc.requestCallback<_headwater_identity_v1_ListCompaniesResponse__Output>): grpc.ClientUnaryCall;
  
  ListConversions(argument: _headwater_identity_v1_ListConversionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListConversionsResponse__Output>): grpc.ClientUnaryCall;
  ListConversions(argument: _headwater_identity_v1_ListConversionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_ListConversionsResponse__Output>): grpc.ClientUnaryCall;
  ListConversions(argument: _headwater_identity_v1_ListConversionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListConversionsResponse__Output>): grpc.ClientUnaryCall;
  ListConversions(argument: _headwater_identity_v1_ListConversionsRequest, callback: grpc.requestCallback<_headwater_identity_v1_ListConversionsResponse__Output>): grpc.ClientUnaryCall;
  listConversions(argument: _headwater_identity_v1_ListConversionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListConversionsResponse__Output>): grpc.ClientUnaryCall;
  listConversions(argument: _headwater_identity_v1_ListConversionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_ListConversionsResponse__Output>): grpc.ClientUnaryCall;
  listConversions(argument: _headwater_identity_v1_ListConversionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListConversionsResponse__Output>): grpc.ClientUnaryCall;
  listConversions(argument: _headwater_identity_v1_ListConversionsRequest, callback: grpc.requestCallback<_headwater_identity_v1_ListConversionsResponse__Output>): grpc.ClientUnaryCall;
  
  ListCorrections(argument: _headwater_identity_v1_ListCorrectionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListCorrectionsResponse__Output>): grpc.ClientUnaryCall;
  ListCorrections(argument: _headwater_identity_v1_ListCorrectionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_ListCorrectionsResponse__Output>): grpc.ClientUnaryCall;
  ListCorrections(argument: _headwater_identity_v1_ListCorrectionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListCorrectionsResponse__Output>): grpc.ClientUnaryCall;
  ListCorrections(argument: _headwater_identity_v1_ListCorrectionsRequest, callback: grpc.requestCallback<_headwater_identity_v1_ListCorrectionsResponse__Output>): grpc.ClientUnaryCall;
  listCorrections(argument: _headwater_identity_v1_ListCorrectionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListCorrectionsResponse__Output>): grpc.ClientUnaryCall;
  listCorrections(argument: _headwater_identity_v1_ListCorrectionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_ListCorrectionsResponse__Output>): grpc.ClientUnaryCall;
  listCorrections(argument: _headwater_identity_v1_ListCorrectionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListCorrectionsResponse__Output>): grpc.ClientUnaryCall;
  listCorrections(argument: _headwater_identity_v1_ListCorrectionsRequest, callback: grpc.requestCallback<_headwater_identity_v1_ListCorrectionsResponse__Output>): grpc.ClientUnaryCall;
  
  ListCosts(argument: _headwater_identity_v1_ListCostsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListCostsResponse__Output>): grpc.ClientUnaryCall;
  ListCosts(argument: _headwater_identity_v1_ListCostsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_ListCostsResponse__Output>): grpc.ClientUnaryCall;
  ListCosts(argument: _headwater_identity_v1_ListCostsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListCostsResponse__Output>): grpc.ClientUnaryCall;
  ListCosts(argument: _headwater_identity_v1_ListCostsRequest, callback: grpc.requestCallback<_headwater_identity_v1_ListCostsResponse__Output>): grpc.ClientUnaryCall;
  listCosts(argument: _headwater_identity_v1_ListCostsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListCostsResponse__Output>): grpc.ClientUnaryCall;
  listCosts(argument: _headwater_identity_v1_ListCostsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_ListCostsResponse__Output>): grpc.ClientUnaryCall;
  listCosts(argument: _headwater_identity_v1_ListCostsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListCostsResponse__Output>): grpc.ClientUnaryCall;
  listCosts(argument: _headwater_identity_v1_ListCostsRequest, callback: grpc.requestCallback<_headwater_identity_v1_ListCostsResponse__Output>): grpc.ClientUnaryCall;
  
  ListErasures(argument: _headwater_identity_v1_ListErasuresRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListErasuresResponse__Output>): grpc.ClientUnaryCall;
  ListErasures(argument: _headwater_identity_v1_ListErasuresRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_ListErasuresResponse__Output>): grpc.ClientUnaryCall;
  ListErasures(argument: _headwater_identity_v1_ListErasuresRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListErasuresResponse__Output>): grpc.ClientUnaryCall;
  ListErasures(argument: _headwater_identity_v1_ListErasuresRequest, callback: grpc.requestCallback<_headwater_identity_v1_ListErasuresResponse__Output>): grpc.ClientUnaryCall;
  listErasures(argument: _headwater_identity_v1_ListErasuresRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListErasuresResponse__Output>): grpc.ClientUnaryCall;
  listErasures(argument: _headwater_identity_v1_ListErasuresRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_ListErasuresResponse__Output>): grpc.ClientUnaryCall;
  listErasures(argument: _headwater_identity_v1_ListErasuresRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListErasuresResponse__Output>): grpc.ClientUnaryCall;
  listErasures(argument: _headwater_identity_v1_ListErasuresRequest, callback: grpc.requestCallback<_headwater_identity_v1_ListErasuresResponse__Output>): grpc.ClientUnaryCall;
  
  ListLoggedErasures(argument: _headwater_identity_v1_ListLoggedErasuresRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListLoggedErasuresResponse__Output>): grpc.ClientUnaryCall;
  ListLoggedErasures(argument: _headwater_identity_v1_ListLoggedErasuresRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_ListLoggedErasuresResponse__Output>): grpc.ClientUnaryCall;
  ListLoggedErasures(argument: _headwater_identity_v1_ListLoggedErasuresRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListLoggedErasuresResponse__Output>): grpc.ClientUnaryCall;
  ListLoggedErasures(argument: _headwater_identity_v1_ListLoggedErasuresRequest, callback: grpc.requestCallback<_headwater_identity_v1_ListLoggedErasuresResponse__Output>): grpc.ClientUnaryCall;
  listLoggedErasures(argument: _headwater_identity_v1_ListLoggedErasuresRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListLoggedErasuresResponse__Output>): grpc.ClientUnaryCall;
  listLoggedErasures(argument: _headwater_identity_v1_ListLoggedErasuresRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_ListLoggedErasuresResponse__Output>): grpc.ClientUnaryCall;
  listLoggedErasures(argument: _headwater_identity_v1_ListLoggedErasuresRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListLoggedErasuresResponse__Output>): grpc.ClientUnaryCall;
  listLoggedErasures(argument: _headwater_identity_v1_ListLoggedErasuresRequest, callback: grpc.requestCallback<_headwater_identity_v1_ListLoggedErasuresResponse__Output>): grpc.ClientUnaryCall;
  
  ListSignups(argument: _headwater_identity_v1_ListConversionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListConversionsResponse__Output>): grpc.ClientUnaryCall;
  ListSignups(argument: _headwater_identity_v1_ListConversionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_ListConversionsResponse__Output>): grpc.ClientUnaryCall;
  ListSignups(argument: _headwater_identity_v1_ListConversionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListConversionsResponse__Output>): grpc.ClientUnaryCall;
  ListSignups(argument: _headwater_identity_v1_ListConversionsRequest, callback: grpc.requestCallback<_headwater_identity_v1_ListConversionsResponse__Output>): grpc.ClientUnaryCall;
  listSignups(argument: _headwater_identity_v1_ListConversionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListConversionsResponse__Output>): grpc.ClientUnaryCall;
  listSignups(argument: _headwater_identity_v1_ListConversionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_ListConversionsResponse__Output>): grpc.ClientUnaryCall;
  listSignups(argument: _headwater_identity_v1_ListConversionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_ListConversionsResponse__Output>): grpc.ClientUnaryCall;
  listSignups(argument: _headwater_identity_v1_ListConversionsRequest, callback: grpc.requestCallback<_headwater_identity_v1_ListConversionsResponse__Output>): grpc.ClientUnaryCall;
  
  LookUpAttribution(argument: _headwater_identity_v1_LookUpAttributionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_LookUpAttributionResponse__Output>): grpc.ClientUnaryCall;
  LookUpAttribution(argument: _headwater_identity_v1_LookUpAttributionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_LookUpAttributionResponse__Output>): grpc.ClientUnaryCall;
  LookUpAttribution(argument: _headwater_identity_v1_LookUpAttributionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_LookUpAttributionResponse__Output>): grpc.ClientUnaryCall;
  LookUpAttribution(argument: _headwater_identity_v1_LookUpAttributionRequest, callback: grpc.requestCallback<_headwater_identity_v1_LookUpAttributionResponse__Output>): grpc.ClientUnaryCall;
  lookUpAttribution(argument: _headwater_identity_v1_LookUpAttributionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_LookUpAttributionResponse__Output>): grpc.ClientUnaryCall;
  lookUpAttribution(argument: _headwater_identity_v1_LookUpAttributionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_LookUpAttributionResponse__Output>): grpc.ClientUnaryCall;
  lookUpAttribution(argument: _headwater_identity_v1_LookUpAttributionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_LookUpAttributionResponse__Output>): grpc.ClientUnaryCall;
  lookUpAttribution(argument: _headwater_identity_v1_LookUpAttributionRequest, callback: grpc.requestCallback<_headwater_identity_v1_LookUpAttributionResponse__Output>): grpc.ClientUnaryCall;
  
  LookUpAttributions(argument: _headwater_identity_v1_LookUpAttributionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_LookUpAttributionsResponse__Output>): grpc.ClientUnaryCall;
  LookUpAttributions(argument: _headwater_identity_v1_LookUpAttributionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_LookUpAttributionsResponse__Output>): grpc.ClientUnaryCall;
  LookUpAttributions(argument: _headwater_identity_v1_LookUpAttributionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_LookUpAttributionsResponse__Output>): grpc.ClientUnaryCall;
  LookUpAttributions(argument: _headwater_identity_v1_LookUpAttributionsRequest, callback: grpc.requestCallback<_headwater_identity_v1_LookUpAttributionsResponse__Output>): grpc.ClientUnaryCall;
  lookUpAttributions(argument: _headwater_identity_v1_LookUpAttributionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_LookUpAttributionsResponse__Output>): grpc.ClientUnaryCall;
  lookUpAttributions(argument: _headwater_identity_v1_LookUpAttributionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_LookUpAttributionsResponse__Output>): grpc.ClientUnaryCall;
  lookUpAttributions(argument: _headwater_identity_v1_LookUpAttributionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_LookUpAttributionsResponse__Output>): grpc.ClientUnaryCall;
  lookUpAttributions(argument: _headwater_identity_v1_LookUpAttributionsRequest, callback: grpc.requestCallback<_headwater_identity_v1_LookUpAttributionsResponse__Output>): grpc.ClientUnaryCall;
  
  PutCosts(argument: _headwater_identity_v1_PutCostsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_PutCostsResponse__Output>): grpc.ClientUnaryCall;
  PutCosts(argument: _headwater_identity_v1_PutCostsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_PutCostsResponse__Output>): grpc.ClientUnaryCall;
  PutCosts(argument: _headwater_identity_v1_PutCostsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_PutCostsResponse__Output>): grpc.ClientUnaryCall;
  PutCosts(argument: _headwater_identity_v1_PutCostsRequest, callback: grpc.requestCallback<_headwater_identity_v1_PutCostsResponse__Output>): grpc.ClientUnaryCall;
  putCosts(argument: _headwater_identity_v1_PutCostsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_PutCostsResponse__Output>): grpc.ClientUnaryCall;
  putCosts(argument: _headwater_identity_v1_PutCostsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_PutCostsResponse__Output>): grpc.ClientUnaryCall;
  putCosts(argument: _headwater_identity_v1_PutCostsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_PutCostsResponse__Output>): grpc.ClientUnaryCall;
  putCosts(argument: _headwater_identity_v1_PutCostsRequest, callback: grpc.requestCallback<_headwater_identity_v1_PutCostsResponse__Output>): grpc.ClientUnaryCall;
  
  QueryCohorts(argument: _headwater_identity_v1_QueryCohortsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_QueryCohortsResponse__Output>): grpc.ClientUnaryCall;
  QueryCohorts(argument: _headwater_identity_v1_QueryCohortsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_QueryCohortsResponse__Output>): grpc.ClientUnaryCall;
  QueryCohorts(argument: _headwater_identity_v1_QueryCohortsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_QueryCohortsResponse__Output>): grpc.ClientUnaryCall;
  QueryCohorts(argument: _headwater_identity_v1_QueryCohortsRequest, callback: grpc.requestCallback<_headwater_identity_v1_QueryCohortsResponse__Output>): grpc.ClientUnaryCall;
  queryCohorts(argument: _headwater_identity_v1_QueryCohortsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_QueryCohortsResponse__Output>): grpc.ClientUnaryCall;
  queryCohorts(argument: _headwater_identity_v1_QueryCohortsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_QueryCohortsResponse__Output>): grpc.ClientUnaryCall;
  queryCohorts(argument: _headwater_identity_v1_QueryCohortsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_QueryCohortsResponse__Output>): grpc.ClientUnaryCall;
  queryCohorts(argument: _headwater_identity_v1_QueryCohortsRequest, callback: grpc.requestCallback<_headwater_identity_v1_QueryCohortsResponse__Output>): grpc.ClientUnaryCall;
  
  QueryCustomers(argument: _headwater_identity_v1_QueryCustomersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_QueryCustomersResponse__Output>): grpc.ClientUnaryCall;
  QueryCustomers(argument: _headwater_identity_v1_QueryCustomersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_QueryCustomersResponse__Output>): grpc.ClientUnaryCall;
  QueryCustomers(argument: _headwater_identity_v1_QueryCustomersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_QueryCustomersResponse__Output>): grpc.ClientUnaryCall;
  QueryCustomers(argument: _headwater_identity_v1_QueryCustomersRequest, callback: grpc.requestCallback<_headwater_identity_v1_QueryCustomersResponse__Output>): grpc.ClientUnaryCall;
  queryCustomers(argument: _headwater_identity_v1_QueryCustomersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_QueryCustomersResponse__Output>): grpc.ClientUnaryCall;
  queryCustomers(argument: _headwater_identity_v1_QueryCustomersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_QueryCustomersResponse__Output>): grpc.ClientUnaryCall;
  queryCustomers(argument: _headwater_identity_v1_QueryCustomersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_QueryCustomersResponse__Output>): grpc.ClientUnaryCall;
  queryCustomers(argument: _headwater_identity_v1_QueryCustomersRequest, callback: grpc.requestCallback<_headwater_identity_v1_QueryCustomersResponse__Output>): grpc.ClientUnaryCall;
  
  QueryRevenue(argument: _headwater_identity_v1_QueryRevenueRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_QueryRevenueResponse__Output>): grpc.ClientUnaryCall;
  QueryRevenue(argument: _headwater_identity_v1_QueryRevenueRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_QueryRevenueResponse__Output>): grpc.ClientUnaryCall;
  QueryRevenue(argument: _headwater_identity_v1_QueryRevenueRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_QueryRevenueResponse__Output>): grpc.ClientUnaryCall;
  QueryRevenue(argument: _headwater_identity_v1_QueryRevenueRequest, callback: grpc.requestCallback<_headwater_identity_v1_QueryRevenueResponse__Output>): grpc.ClientUnaryCall;
  queryRevenue(argument: _headwater_identity_v1_QueryRevenueRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_QueryRevenueResponse__Output>): grpc.ClientUnaryCall;
  queryRevenue(argument: _headwater_identity_v1_QueryRevenueRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_QueryRevenueResponse__Output>): grpc.ClientUnaryCall;
  queryRevenue(argument: _headwater_identity_v1_QueryRevenueRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_QueryRevenueResponse__Output>): grpc.ClientUnaryCall;
  queryRevenue(argument: _headwater_identity_v1_QueryRevenueRequest, callback: grpc.requestCallback<_headwater_identity_v1_QueryRevenueResponse__Output>): grpc.ClientUnaryCall;
  
  RecordBilling(argument: _headwater_identity_v1_RecordBillingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_RecordBillingResponse__Output>): grpc.ClientUnaryCall;
  RecordBilling(argument: _headwater_identity_v1_RecordBillingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_RecordBillingResponse__Output>): grpc.ClientUnaryCall;
  RecordBilling(argument: _headwater_identity_v1_RecordBillingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_RecordBillingResponse__Output>): grpc.ClientUnaryCall;
  RecordBilling(argument: _headwater_identity_v1_RecordBillingRequest, callback: grpc.requestCallback<_headwater_identity_v1_RecordBillingResponse__Output>): grpc.ClientUnaryCall;
  recordBilling(argument: _headwater_identity_v1_RecordBillingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_RecordBillingResponse__Output>): grpc.ClientUnaryCall;
  recordBilling(argument: _headwater_identity_v1_RecordBillingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_RecordBillingResponse__Output>): grpc.ClientUnaryCall;
  recordBilling(argument: _headwater_identity_v1_RecordBillingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_RecordBillingResponse__Output>): grpc.ClientUnaryCall;
  recordBilling(argument: _headwater_identity_v1_RecordBillingRequest, callback: grpc.requestCallback<_headwater_identity_v1_RecordBillingResponse__Output>): grpc.ClientUnaryCall;
  
  RecordPayment(argument: _headwater_identity_v1_RecordPaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_RecordPaymentResponse__Output>): grpc.ClientUnaryCall;
  RecordPayment(argument: _headwater_identity_v1_RecordPaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_RecordPaymentResponse__Output>): grpc.ClientUnaryCall;
  RecordPayment(argument: _headwater_identity_v1_RecordPaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_RecordPaymentResponse__Output>): grpc.ClientUnaryCall;
  RecordPayment(argument: _headwater_identity_v1_RecordPaymentRequest, callback: grpc.requestCallback<_headwater_identity_v1_RecordPaymentResponse__Output>): grpc.ClientUnaryCall;
  recordPayment(argument: _headwater_identity_v1_RecordPaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_RecordPaymentResponse__Output>): grpc.ClientUnaryCall;
  recordPayment(argument: _headwater_identity_v1_RecordPaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_RecordPaymentResponse__Output>): grpc.ClientUnaryCall;
  recordPayment(argument: _headwater_identity_v1_RecordPaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_RecordPaymentResponse__Output>): grpc.ClientUnaryCall;
  recordPayment(argument: _headwater_identity_v1_RecordPaymentRequest, callback: grpc.requestCallback<_headwater_identity_v1_RecordPaymentResponse__Output>): grpc.ClientUnaryCall;
  
  RecordPayments(argument: _headwater_identity_v1_RecordPaymentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_RecordPaymentsResponse__Output>): grpc.ClientUnaryCall;
  RecordPayments(argument: _headwater_identity_v1_RecordPaymentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_RecordPaymentsResponse__Output>): grpc.ClientUnaryCall;
  RecordPayments(argument: _headwater_identity_v1_RecordPaymentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_RecordPaymentsResponse__Output>): grpc.ClientUnaryCall;
  RecordPayments(argument: _headwater_identity_v1_RecordPaymentsRequest, callback: grpc.requestCallback<_headwater_identity_v1_RecordPaymentsResponse__Output>): grpc.ClientUnaryCall;
  recordPayments(argument: _headwater_identity_v1_RecordPaymentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_RecordPaymentsResponse__Output>): grpc.ClientUnaryCall;
  recordPayments(argument: _headwater_identity_v1_RecordPaymentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_RecordPaymentsResponse__Output>): grpc.ClientUnaryCall;
  recordPayments(argument: _headwater_identity_v1_RecordPaymentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_RecordPaymentsResponse__Output>): grpc.ClientUnaryCall;
  recordPayments(argument: _headwater_identity_v1_RecordPaymentsRequest, callback: grpc.requestCallback<_headwater_identity_v1_RecordPaymentsResponse__Output>): grpc.ClientUnaryCall;
  
  RepeatErasure(argument: _headwater_identity_v1_LoggedErasure, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_RepeatErasureResponse__Output>): grpc.ClientUnaryCall;
  RepeatErasure(argument: _headwater_identity_v1_LoggedErasure, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_RepeatErasureResponse__Output>): grpc.ClientUnaryCall;
  RepeatErasure(argument: _headwater_identity_v1_LoggedErasure, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_RepeatErasureResponse__Output>): grpc.ClientUnaryCall;
  RepeatErasure(argument: _headwater_identity_v1_LoggedErasure, callback: grpc.requestCallback<_headwater_identity_v1_RepeatErasureResponse__Output>): grpc.ClientUnaryCall;
  repeatErasure(argument: _headwater_identity_v1_LoggedErasure, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_RepeatErasureResponse__Output>): grpc.ClientUnaryCall;
  repeatErasure(argument: _headwater_identity_v1_LoggedErasure, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_RepeatErasureResponse__Output>): grpc.ClientUnaryCall;
  repeatErasure(argument: _headwater_identity_v1_LoggedErasure, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_RepeatErasureResponse__Output>): grpc.ClientUnaryCall;
  repeatErasure(argument: _headwater_identity_v1_LoggedErasure, callback: grpc.requestCallback<_headwater_identity_v1_RepeatErasureResponse__Output>): grpc.ClientUnaryCall;
  
  TrackExport(argument: _headwater_identity_v1_TrackExportRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_TrackExportResponse__Output>): grpc.ClientUnaryCall;
  TrackExport(argument: _headwater_identity_v1_TrackExportRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_TrackExportResponse__Output>): grpc.ClientUnaryCall;
  TrackExport(argument: _headwater_identity_v1_TrackExportRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_TrackExportResponse__Output>): grpc.ClientUnaryCall;
  TrackExport(argument: _headwater_identity_v1_TrackExportRequest, callback: grpc.requestCallback<_headwater_identity_v1_TrackExportResponse__Output>): grpc.ClientUnaryCall;
  trackExport(argument: _headwater_identity_v1_TrackExportRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_TrackExportResponse__Output>): grpc.ClientUnaryCall;
  trackExport(argument: _headwater_identity_v1_TrackExportRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_headwater_identity_v1_TrackExportResponse__Output>): grpc.ClientUnaryCall;
  trackExport(argument: _headwater_identity_v1_TrackExportRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_headwater_identity_v1_TrackExportResponse__Output>): grpc.ClientUnaryCall;
  trackExport(argument: _headwater_identity_v1_TrackExportRequest, callback: grpc.requestCallback<_headwater_identity_v1_TrackExportResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface IdentityHandlers extends grpc.UntypedServiceImplementation {
  BulkIdentify: grpc.handleUnaryCall<_headwater_identity_v1_BulkIdentifyRequest__Output, _headwater_identity_v1_BulkIdentifyResponse>;
  
  DeleteCosts: grpc.handleUnaryCall<_headwater_identity_v1_DeleteCostsRequest__Output, _headwater_identity_v1_DeleteCostsResponse>;
  
  EraseAccount: grpc.handleUnaryCall<_headwater_identity_v1_EraseAccountRequest__Output, _headwater_identity_v1_Erasure>;
  
  GetAccount: grpc.handleUnaryCall<_headwater_identity_v1_GetAccountRequest__Output, _headwater_identity_v1_GetAccountResponse>;
  
  GetCredit: grpc.handleUnaryCall<_headwater_identity_v1_GetCreditRequest__Output, _headwater_identity_v1_GetCreditResponse>;
  
  GetErasure: grpc.handleUnaryCall<_headwater_identity_v1_GetErasureRequest__Output, _headwater_identity_v1_Erasure>;
  
  Identify: grpc.handleUnaryCall<_headwater_identity_v1_IdentifyRequest__Output, _headwater_identity_v1_IdentifyResponse>;
  
  ListAccounts: grpc.handleUnaryCall<_headwater_identity_v1_ListAccountsRequest__Output, _headwater_identity_v1_ListAccountsResponse>;
  
  ListCompanies: grpc.handleUnaryCall<_headwater_identity_v1_ListCompaniesRequest__Output, _headwater_identity_v1_ListCompaniesResponse>;
  
  ListConversions: grpc.handleUnaryCall<_headwater_identity_v1_ListConversionsRequest__Output, _headwater_identity_v1_ListConversionsResponse>;
  
  ListCorrections: grpc.handleUnaryCall<_headwater_identity_v1_ListCorrectionsRequest__Output, _headwater_identity_v1_ListCorrectionsResponse>;
  
  ListCosts: grpc.handleUnaryCall<_headwater_identity_v1_ListCostsRequest__Output, _headwater_identity_v1_ListCostsResponse>;
  
  ListErasures: grpc.handleUnaryCall<_headwater_identity_v1_ListErasuresRequest__Output, _headwater_identity_v1_ListErasuresResponse>;
  
  ListLoggedErasures: grpc.handleUnaryCall<_headwater_identity_v1_ListLoggedErasuresRequest__Output, _headwater_identity_v1_ListLoggedErasuresResponse>;
  
  ListSignups: grpc.handleUnaryCall<_headwater_identity_v1_ListConversionsRequest__Output, _headwater_identity_v1_ListConversionsResponse>;
  
  LookUpAttribution: grpc.handleUnaryCall<_headwater_identity_v1_LookUpAttributionRequest__Output, _headwater_identity_v1_LookUpAttributionResponse>;
  
  LookUpAttributions: grpc.handleUnaryCall<_headwater_identity_v1_LookUpAttributionsRequest__Output, _headwater_identity_v1_LookUpAttributionsResponse>;
  
  PutCosts: grpc.handleUnaryCall<_headwater_identity_v1_PutCostsRequest__Output, _headwater_identity_v1_PutCostsResponse>;
  
  QueryCohorts: grpc.handleUnaryCall<_headwater_identity_v1_QueryCohortsRequest__Output, _headwater_identity_v1_QueryCohortsResponse>;
  
  QueryCustomers: grpc.handleUnaryCall<_headwater_identity_v1_QueryCustomersRequest__Output, _headwater_identity_v1_QueryCustomersResponse>;
  
  QueryRevenue: grpc.handleUnaryCall<_headwater_identity_v1_QueryRevenueRequest__Output, _headwater_identity_v1_QueryRevenueResponse>;
  
  RecordBilling: grpc.handleUnaryCall<_headwater_identity_v1_RecordBillingRequest__Output, _headwater_identity_v1_RecordBillingResponse>;
  
  RecordPayment: grpc.handleUnaryCall<_headwater_identity_v1_RecordPaymentRequest__Output, _headwater_identity_v1_RecordPaymentResponse>;
  
  RecordPayments: grpc.handleUnaryCall<_headwater_identity_v1_RecordPaymentsRequest__Output, _headwater_identity_v1_RecordPaymentsResponse>;
  
  RepeatErasure: grpc.handleUnaryCall<_headwater_identity_v1_LoggedErasure__Output, _headwater_identity_v1_RepeatErasureResponse>;
  
  TrackExport: grpc.handleUnaryCall<_headwater_identity_v1_TrackExportRequest__Output, _headwater_identity_v1_TrackExportResponse>;
  
}

export interface IdentityDefinition extends grpc.ServiceDefinition {
  BulkIdentify: MethodDefinition<_headwater_identity_v1_BulkIdentifyRequest, _headwater_identity_v1_BulkIdentifyResponse, _headwater_identity_v1_BulkIdentifyRequest__Output, _headwater_identity_v1_BulkIdentifyResponse__Output>
  DeleteCosts: MethodDefinition<_headwater_identity_v1_DeleteCostsRequest, _headwater_identity_v1_DeleteCostsResponse, _headwater_identity_v1_DeleteCostsRequest__Output, _headwater_identity_v1_DeleteCostsResponse__Output>
  EraseAccount: MethodDefinition<_headwater_identity_v1_EraseAccountRequest, _headwater_identity_v1_Erasure, _headwater_identity_v1_EraseAccountRequest__Output, _headwater_identity_v1_Erasure__Output>
  GetAccount: MethodDefinition<_headwater_identity_v1_GetAccountRequest, _headwater_identity_v1_GetAccountResponse, _headwater_identity_v1_GetAccountRequest__Output, _headwater_identity_v1_GetAccountResponse__Output>
  GetCredit: MethodDefinition<_headwater_identity_v1_GetCreditRequest, _headwater_identity_v1_GetCreditResponse, _headwater_identity_v1_GetCreditRequest__Output, _headwater_identity_v1_GetCreditResponse__Output>
  GetErasure: MethodDefinition<_headwater_identity_v1_GetErasureRequest, _headwater_identity_v1_Erasure, _headwater_identity_v1_GetErasureRequest__Output, _headwater_identity_v1_Erasure__Output>
  Identify: MethodDefinition<_headwater_identity_v1_IdentifyRequest, _headwater_identity_v1_IdentifyResponse, _headwater_identity_v1_IdentifyRequest__Output, _headwater_identity_v1_IdentifyResponse__Output>
  ListAccounts: MethodDefinition<_headwater_identity_v1_ListAccountsRequest, _headwater_identity_v1_ListAccountsResponse, _headwater_identity_v1_ListAccountsRequest__Output, _headwater_identity_v1_ListAccountsResponse__Output>
  ListCompanies: MethodDefinition<_headwater_identity_v1_ListCompaniesRequest, _headwater_identity_v1_ListCompaniesResponse, _headwater_identity_v1_ListCompaniesRequest__Output, _headwater_identity_v1_ListCompaniesResponse__Output>
  ListConversions: MethodDefinition<_headwater_identity_v1_ListConversionsRequest, _headwater_identity_v1_ListConversionsResponse, _headwater_identity_v1_ListConversionsRequest__Output, _headwater_identity_v1_ListConversionsResponse__Output>
  ListCorrections: MethodDefinition<_headwater_identity_v1_ListCorrectionsRequest, _headwater_identity_v1_ListCorrectionsResponse, _headwater_identity_v1_ListCorrectionsRequest__Output, _headwater_identity_v1_ListCorrectionsResponse__Output>
  ListCosts: MethodDefinition<_headwater_identity_v1_ListCostsRequest, _headwater_identity_v1_ListCostsResponse, _headwater_identity_v1_ListCostsRequest__Output, _headwater_identity_v1_ListCostsResponse__Output>
  ListErasures: MethodDefinition<_headwater_identity_v1_ListErasuresRequest, _headwater_identity_v1_ListErasuresResponse, _headwater_identity_v1_ListErasuresRequest__Output, _headwater_identity_v1_ListErasuresResponse__Output>
  ListLoggedErasures: MethodDefinition<_headwater_identity_v1_ListLoggedErasuresRequest, _headwater_identity_v1_ListLoggedErasuresResponse, _headwater_identity_v1_ListLoggedErasuresRequest__Output, _headwater_identity_v1_ListLoggedErasuresResponse__Output>
  ListSignups: MethodDefinition<_headwater_identity_v1_ListConversionsRequest, _headwater_identity_v1_ListConversionsResponse, _headwater_identity_v1_ListConversionsRequest__Output, _headwater_identity_v1_ListConversionsResponse__Output>
  LookUpAttribution: MethodDefinition<_headwater_identity_v1_LookUpAttributionRequest, _headwater_identity_v1_LookUpAttributionResponse, _headwater_identity_v1_LookUpAttributionRequest__Output, _headwater_identity_v1_LookUpAttributionResponse__Output>
  LookUpAttributions: MethodDefinition<_headwater_identity_v1_LookUpAttributionsRequest, _headwater_identity_v1_LookUpAttributionsResponse, _headwater_identity_v1_LookUpAttributionsRequest__Output, _headwater_identity_v1_LookUpAttributionsResponse__Output>
  PutCosts: MethodDefinition<_headwater_identity_v1_PutCostsRequest, _headwater_identity_v1_PutCostsResponse, _headwater_identity_v1_PutCostsRequest__Output, _headwater_identity_v1_PutCostsResponse__Output>
  QueryCohorts: MethodDefinition<_headwater_identity_v1_QueryCohortsRequest, _headwater_identity_v1_QueryCohortsResponse, _headwater_identity_v1_QueryCohortsRequest__Output, _headwater_identity_v1_QueryCohortsResponse__Output>
  QueryCustomers: MethodDefinition<_headwater_identity_v1_QueryCustomersRequest, _headwater_identity_v1_QueryCustomersResponse, _headwater_identity_v1_QueryCustomersRequest__Output, _headwater_identity_v1_QueryCustomersResponse__Output>
  QueryRevenue: MethodDefinition<_headwater_identity_v1_QueryRevenueRequest, _headwater_identity_v1_QueryRevenueResponse, _headwater_identity_v1_QueryRevenueRequest__Output, _headwater_identity_v1_QueryRevenueResponse__Output>
  RecordBilling: MethodDefinition<_headwater_identity_v1_RecordBillingRequest, _headwater_identity_v1_RecordBillingResponse, _headwater_identity_v1_RecordBillingRequest__Output, _headwater_identity_v1_RecordBillingResponse__Output>
  RecordPayment: MethodDefinition<_headwater_identity_v1_RecordPaymentRequest, _headwater_identity_v1_RecordPaymentResponse, _headwater_identity_v1_RecordPaymentRequest__Output, _headwater_identity_v1_RecordPaymentResponse__Output>
  RecordPayments: MethodDefinition<_headwater_identity_v1_RecordPaymentsRequest, _headwater_identity_v1_RecordPaymentsResponse, _headwater_identity_v1_RecordPaymentsRequest__Output, _headwater_identity_v1_RecordPaymentsResponse__Output>
  RepeatErasure: MethodDefinition<_headwater_identity_v1_LoggedErasure, _headwater_identity_v1_RepeatErasureResponse, _headwater_identity_v1_LoggedErasure__Output, _headwater_identity_v1_RepeatErasureResponse__Output>
  TrackExport: MethodDefinition<_headwater_identity_v1_TrackExportRequest, _headwater_identity_v1_TrackExportResponse, _headwater_identity_v1_TrackExportRequest__Output, _headwater_identity_v1_TrackExportResponse__Output>
}
