// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface Webhook {
  'id'?: (number | string | Long);
  'url'?: (string);
  'description'?: (string);
  'events'?: (string)[];
  'status'?: (string);
  'disabledReason'?: (string);
  'disabledAtMs'?: (number | string | Long);
  'failingSinceMs'?: (number | string | Long);
  'createdAtMs'?: (number | string | Long);
  'createdBy'?: (number | string | Long);
  '_disabledReason'?: "disabledReason";
  '_disabledAtMs'?: "disabledAtMs";
  '_failingSinceMs'?: "failingSinceMs";
  '_createdBy'?: "createdBy";
}

export interface Webhook__Output {
  'id': (number);
  'url': (string);
  'description': (string);
  'events': (string)[];
  'status': (string);
  'disabledReason'?: (string);
  'disabledAtMs'?: (number);
  'failingSinceMs'?: (number);
  'createdAtMs': (number);
  'createdBy'?: (number);
  '_disabledReason'?: "disabledReason";
  '_disabledAtMs'?: "disabledAtMs";
  '_failingSinceMs'?: "failingSinceMs";
  '_createdBy'?: "createdBy";
}
