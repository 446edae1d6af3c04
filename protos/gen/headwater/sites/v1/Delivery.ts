// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface Delivery {
  'id'?: (number | string | Long);
  'noticeId'?: (string);
  'type'?: (string);
  'status'?: (string);
  'attempts'?: (number);
  'httpStatus'?: (number);
  'problem'?: (string);
  'createdAtMs'?: (number | string | Long);
  'nextAttemptAtMs'?: (number | string | Long);
  'endedAtMs'?: (number | string | Long);
  '_httpStatus'?: "httpStatus";
  '_problem'?: "problem";
  '_nextAttemptAtMs'?: "nextAttemptAtMs";
  '_endedAtMs'?: "endedAtMs";
}

export interface Delivery__Output {
  'id': (number);
  'noticeId': (string);
  'type': (string);
  'status': (string);
  'attempts': (number);
  'httpStatus'?: (number);
  'problem'?: (string);
  'createdAtMs': (number);
  'nextAttemptAtMs'?: (number);
  'endedAtMs'?: (number);
  '_httpStatus'?: "httpStatus";
  '_problem'?: "problem";
  '_nextAttemptAtMs'?: "nextAttemptAtMs";
  '_endedAtMs'?: "endedAtMs";
}
