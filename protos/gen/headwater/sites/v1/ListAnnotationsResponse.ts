// Original file: protos/headwater/sites/v1/sites.proto

import type { Annotation as _headwater_sites_v1_Annotation, Annotation__Output as _headwater_sites_v1_Annotation__Output } from '../../../headwater/sites/v1/Annotation';

export interface ListAnnotationsResponse {
  'annotations'?: (_headwater_sites_v1_Annotation)[];
}

export interface ListAnnotationsResponse__Output {
  'annotations': (_headwater_sites_v1_Annotation__Output)[];
}
