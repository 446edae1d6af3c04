// Original file: protos/headwater/collector/v1/collector.proto


export interface ServerEvent {
  'index'?: (number);
  'eventId'?: (string);
  'anonymousId'?: (string);
  'sessionId'?: (string);
  'name'?: (string);
  'url'?: (string);
  'referrer'?: (string);
  'time'?: (string);
  'props'?: ({[key: string]: string});
  'userAgent'?: (string);
  'ip'?: (string);
  'ownId'?: (boolean);
  '_sessionId'?: "sessionId";
  '_url'?: "url";
  '_referrer'?: "referrer";
  '_time'?: "time";
  '_userAgent'?: "userAgent";
  '_ip'?: "ip";
}

export interface ServerEvent__Output {
  'index': (number);
  'eventId': (string);
  'anonymousId': (string);
  'sessionId'?: (string);
  'name': (string);
  'url'?: (string);
  'referrer'?: (string);
  'time'?: (string);
  'props': ({[key: string]: string});
  'userAgent'?: (string);
  'ip'?: (string);
  'ownId': (boolean);
  '_sessionId'?: "sessionId";
  '_url'?: "url";
  '_referrer'?: "referrer";
  '_time'?: "time";
  '_userAgent'?: "userAgent";
  '_ip'?: "ip";
}
