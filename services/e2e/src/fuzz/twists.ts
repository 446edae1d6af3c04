/** What an answer to a twisted request must be; a request without a twist may get any documented answer but these. */
interface Twist {
  readonly status: number;
  /** Left out: any code of that status. */
  readonly code?: string;
}

/** Ways in which a request is made wrong, and the one answer to each. */
export const TWISTS = {
  noToken: { status: 401, code: 'missing_token' },
  strangeToken: { status: 401, code: 'invalid_token' },
  otherMethod: { status: 405, code: 'method_not_allowed' },
  unknownParameter: { status: 400, code: 'unknown_parameter' },
  wrongParameter: { status: 400 },
  unknownField: { status: 400, code: 'unknown_field' },
  missingField: { status: 400 },
  wrongField: { status: 400 },
  halfABody: { status: 400, code: 'invalid_json' },
  noBody: { status: 400, code: 'invalid_json' },
  otherContentType: { status: 415, code: 'unsupported_media_type' },
  longKey: { status: 400, code: 'invalid_request' },
} as const satisfies Record<string, Twist>;

export type TwistName = keyof typeof TWISTS;

/** Codes that a request which the document allows must never get: it would have been told a wrong name or type. */
export const NEVER_OF_A_RIGHT_REQUEST: readonly string[] = [
  'missing_token',
  'invalid_token',
  'insufficient_scope',
  'method_not_allowed',
  'not_found',
  'unknown_parameter',
  'unknown_field',
  'invalid_json',
  'unsupported_media_type',
  'payload_too_large',
];
