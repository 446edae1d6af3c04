// Original file: protos/headwater/collector/v1/collector.proto

import type { CampaignTags as _headwater_collector_v1_CampaignTags, CampaignTags__Output as _headwater_collector_v1_CampaignTags__Output } from '../../../headwater/collector/v1/CampaignTags';

export interface ExplainVisitResponse {
  'channel'?: (string);
  'source'?: (string);
  'referrer'?: (string);
  'rule'?: (string);
  'rulesVersion'?: (number);
  'utm'?: (_headwater_collector_v1_CampaignTags | null);
  'device'?: (string);
  'browser'?: (string);
  'os'?: (string);
  'botVerdict'?: (string);
  'botReason'?: (string);
  '_botReason'?: "botReason";
}

export interface ExplainVisitResponse__Output {
  'channel': (string);
  'source': (string);
  'referrer': (string);
  'rule': (string);
  'rulesVersion': (number);
  'utm': (_headwater_collector_v1_CampaignTags__Output | null);
  'device': (string);
  'browser': (string);
  'os': (string);
  'botVerdict': (string);
  'botReason'?: (string);
  '_botReason'?: "botReason";
}
