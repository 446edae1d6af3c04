// Original file: protos/headwater/identity/v1/identity.proto


export interface TrackExportResponse {
  'isCut'?: (boolean);
}

export interface TrackExportResponse__Output {
  'isCut': (boolean);
}
