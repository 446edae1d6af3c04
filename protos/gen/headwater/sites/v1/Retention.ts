// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface Retention {
  'days'?: (number);
  'appliesAtMs'?: (number | string | Long);
  'fromDay'?: (string);
  'fromMs'?: (number | string | Long);
  'removedBeforeDay'?: (string);
  '_days'?: "days";
  '_appliesAtMs'?: "appliesAtMs";
  '_fromDay'?: "fromDay";
  '_fromMs'?: "fromMs";
  '_removedBeforeDay'?: "removedBeforeDay";
}

export interface Retention__Output {
  'days'?: (number);
  'appliesAtMs'?: (number);
  'fromDay'?: (string);
  'fromMs'?: (number);
  'removedBeforeDay'?: (string);
  '_days'?: "days";
  '_appliesAtMs'?: "appliesAtMs";
  '_fromDay'?: "fromDay";
  '_fromMs'?: "fromMs";
  '_removedBeforeDay'?: "removedBeforeDay";
}
