import { normaliseEmail } from './normalise-email';
import { refused, type Parsed } from './parsed';
import { textProblem } from './text-problem';

/** An account as a question names it: by a normalised address, or by the customer's own id. */
export type ParsedAccountKey = { readonly email: string } | { readonly userId: string };

/** Reads which account is meant. */
export function parseAccountKey(raw: { email?: string; userId?: string }): Parsed<ParsedAccountKey> {
  const { email, userId } = raw;
  if ((email === undefined) === (userId === undefined))
    return refused('email', 'or user_id must be given, and only one of them');
  if (userId !== undefined) {
    const problem = textProblem(userId);
    return problem === undefined ? { ok: true, value: { userId } } : refused('user_id', problem);
  }
  const address = normaliseEmail(email ?? '');
  return address === undefined
    ? refused('email', 'must be an email address: a name, one @ and a domain with a dot')
    : { ok: true, value: { email: address } };
}
