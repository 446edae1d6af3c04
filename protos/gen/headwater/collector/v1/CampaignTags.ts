// Original file: protos/headwater/collector/v1/collector.proto


export interface CampaignTags {
  'source'?: (string);
  'medium'?: (string);
  'campaign'?: (string);
  'term'?: (string);
  'content'?: (string);
}

export interface CampaignTags__Output {
  'source': (string);
  'medium': (string);
  'campaign': (string);
  'term': (string);
  'content': (string);
}
