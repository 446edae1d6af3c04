// Original file: protos/headwater/sites/v1/sites.proto


export interface RepeatDeletionResponse {
  'deleted'?: (boolean);
}

export interface RepeatDeletionResponse__Output {
  'deleted': (boolean);
}
