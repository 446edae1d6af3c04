// Original file: protos/headwater/identity/v1/identity.proto


export interface TrackExportRequest {
  'id'?: (string);
  'phase'?: (string);
}

export interface TrackExportRequest__Output {
  'id': (string);
  'phase': (string);
}
