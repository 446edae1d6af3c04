// Original file: protos/headwater/sites/v1/sites.proto

import type { SiteKeyVerdict as _headwater_sites_v1_SiteKeyVerdict, SiteKeyVerdict__Output as _headwater_sites_v1_SiteKeyVerdict__Output } from '../../../headwater/sites/v1/SiteKeyVerdict';
import type { Exclusions as _headwater_sites_v1_Exclusions, Exclusions__Output as _headwater_sites_v1_Exclusions__Output } from '../../../headwater/sites/v1/Exclusions';
import type { Long } from '@grpc/proto-loader';

export interface VerifySiteKeyResponse {
  'verdict'?: (_headwater_sites_v1_SiteKeyVerdict);
  'workspaceId'?: (number | string | Long);
  'domain'?: (string);
  'installed'?: (boolean);
  'scrub'?: (boolean);
  'clickIdKey'?: (string);
  'exclusions'?: (_headwater_sites_v1_Exclusions | null);
  '_scrub'?: "scrub";
  '_clickIdKey'?: "clickIdKey";
}

export interface VerifySiteKeyResponse__Output {
  'verdict': (_headwater_sites_v1_SiteKeyVerdict__Output);
  'workspaceId': (number);
  'domain': (string);
  'installed': (boolean);
  'scrub'?: (boolean);
  'clickIdKey'?: (string);
  'exclusions': (_headwater_sites_v1_Exclusions__Output | null);
  '_scrub'?: "scrub";
  '_clickIdKey'?: "clickIdKey";
}
