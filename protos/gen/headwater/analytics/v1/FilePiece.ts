// Original file: protos/headwater/analytics/v1/analytics.proto


export interface FilePiece {
  'data'?: (Buffer | Uint8Array | string);
}

export interface FilePiece__Output {
  'data': (Buffer);
}
