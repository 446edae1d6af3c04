// Original file: protos/headwater/sites/v1/sites.proto


export interface ReleaseClaimsResponse {
}

export interface ReleaseClaimsResponse__Output {
}
