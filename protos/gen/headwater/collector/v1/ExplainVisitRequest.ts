// Original file: protos/headwater/collector/v1/collector.proto


export interface ExplainVisitRequest {
  'url'?: (string);
  'referrer'?: (string);
  'userAgent'?: (string);
  '_referrer'?: "referrer";
  '_userAgent'?: "userAgent";
}

export interface ExplainVisitRequest__Output {
  'url': (string);
  'referrer'?: (string);
  'userAgent'?: (string);
  '_referrer'?: "referrer";
  '_userAgent'?: "userAgent";
}
