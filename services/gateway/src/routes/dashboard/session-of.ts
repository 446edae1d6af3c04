import type { Caller, Principal } from '../../domain/principal';

/** The session that asks, where nothing else may. */
export function sessionOf({ caller }: Principal): Extract<Caller, { type: 'session' }> {
  if (caller.type !== 'session') throw new Error('asked by no session');
  return caller;
}
