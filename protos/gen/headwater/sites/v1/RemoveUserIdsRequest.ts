// Original file: protos/headwater/sites/v1/sites.proto


export interface RemoveUserIdsRequest {
  'userIds'?: (string)[];
  'dryRun'?: (boolean);
}

export interface RemoveUserIdsRequest__Output {
  'userIds': (string)[];
  'dryRun': (boolean);
}
