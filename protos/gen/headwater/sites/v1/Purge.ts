// Original file: protos/headwater/sites/v1/sites.proto

import type { Long } from '@grpc/proto-loader';

export interface Purge {
  'siteId'?: (number | string | Long);
  'state'?: (string);
  'deletedAtMs'?: (number | string | Long);
  'purgeAtMs'?: (number | string | Long);
  'beganAtMs'?: (number | string | Long);
  'finishedAtMs'?: (number | string | Long);
  'rows'?: ({[key: string]: number | string | Long});
  '_deletedAtMs'?: "deletedAtMs";
  '_purgeAtMs'?: "purgeAtMs";
  '_beganAtMs'?: "beganAtMs";
  '_finishedAtMs'?: "finishedAtMs";
}

export interface Purge__Output {
  'siteId': (number);
  'state': (string);
  'deletedAtMs'?: (number);
  'purgeAtMs'?: (number);
  'beganAtMs'?: (number);
  'finishedAtMs'?: (number);
  'rows': ({[key: string]: number});
  '_deletedAtMs'?: "deletedAtMs";
  '_purgeAtMs'?: "purgeAtMs";
  '_beganAtMs'?: "beganAtMs";
  '_finishedAtMs'?: "finishedAtMs";
}
