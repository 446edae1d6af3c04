// Original file: protos/headwater/sites/v1/sites.proto

import type { StringList as _headwater_sites_v1_StringList, StringList__Output as _headwater_sites_v1_StringList__Output } from '../../../headwater/sites/v1/StringList';
import type { Long } from '@grpc/proto-loader';

export interface UpdateSiteRequest {
  'id'?: (number | string | Long);
  'name'?: (string);
  'timezone'?: (string);
  'categories'?: (_headwater_sites_v1_StringList | null);
  'tags'?: (_headwater_sites_v1_StringList | null);
  'unset'?: (string)[];
  'scrub'?: (boolean);
  'retentionDays'?: (number);
  'clickIds'?: (boolean);
  'excludedPaths'?: (_headwater_sites_v1_StringList | null);
  'excludedAddresses'?: (_headwater_sites_v1_StringList | null);
  '_name'?: "name";
  '_timezone'?: "timezone";
  '_categories'?: "categories";
  '_tags'?: "tags";
  '_scrub'?: "scrub";
  '_retentionDays'?: "retentionDays";
  '_clickIds'?: "clickIds";
  '_excludedPaths'?: "excludedPaths";
  '_excludedAddresses'?: "excludedAddresses";
}

export interface UpdateSiteRequest__Output {
  'id': (number);
  'name'?: (string);
  'timezone'?: (string);
  'categories'?: (_headwater_sites_v1_StringList__Output | null);
  'tags'?: (_headwater_sites_v1_StringList__Output | null);
  'unset': (string)[];
  'scrub'?: (boolean);
  'retentionDays'?: (number);
  'clickIds'?: (boolean);
  'excludedPaths'?: (_headwater_sites_v1_StringList__Output | null);
  'excludedAddresses'?: (_headwater_sites_v1_StringList__Output | null);
  '_name'?: "name";
  '_timezone'?: "timezone";
  '_categories'?: "categories";
  '_tags'?: "tags";
  '_scrub'?: "scrub";
  '_retentionDays'?: "retentionDays";
  '_clickIds'?: "clickIds";
  '_excludedPaths'?: "excludedPaths";
  '_excludedAddresses'?: "excludedAddresses";
}
