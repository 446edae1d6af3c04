// Original file: protos/headwater/sites/v1/sites.proto


export interface MarkInstalledResponse {
}

export interface MarkInstalledResponse__Output {
}
