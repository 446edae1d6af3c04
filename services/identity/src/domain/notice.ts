import { createHash } from 'node:crypto';

/** What happened to an account and may be told outside: by the customer's own ids, without address and visitor. */
export interface Notice {
  readonly workspaceId: number;
  /** The same for the same happening, however often it is told. */
  readonly id: string;
  readonly type: 'identity.linked' | 'payment.attributed';
  /** Unix milliseconds. */
  readonly at: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The id of what happens once to the thing of these names. */
export function noticeId(type: Notice['type'], ...names: readonly (string | number)[]): string {
  const digest = createHash('sha256').update(JSON.stringify([type, ...names]));
  return `msg_${digest.digest('hex').slice(0, 32)}`;
}
