import type { FieldError } from '@headwater/kit/errors';
import { normaliseEmail } from './normalise-email';
import { accepted, type Parsed } from './parsed';
import { parseTraits } from './parse-traits';
import type { ProfileChanges } from './profile';
import { repeatsAddress } from './repeats-address';
import { textProblem } from './text-problem';
import { NO_TRAITS, type Traits, type TraitValue } from './trait';

/** An account as it arrived. */
export interface RawAccount {
  readonly email: string;
  readonly userId?: string;
  readonly plan?: string;
  readonly company?: string;
  readonly mrr?: number;
  readonly traitsJson: string;
}

export interface Account {
  /** Normalised. To be hashed and forgotten. */
  readonly email: string;
  readonly changes: ProfileChanges;
}

/** The fields that have a place of their own; as a trait they count when the field itself is absent. */
const FIELDS = [
  { property: 'userId', name: 'user_id', problem: fieldTextProblem },
  { property: 'plan', name: 'plan', problem: fieldTextProblem },
  { property: 'company', name: 'company', problem: fieldTextProblem },
  { property: 'mrr', name: 'mrr', problem: mrrProblem },
] as const;

/** Checks one account and moves what its traits tell of `plan`, `company`, `mrr` and `user_id` to those fields. */
export function parseAccount(raw: RawAccount): Parsed<Account> {
  const problems: FieldError[] = [];
  const email = normaliseEmail(raw.email);
  if (email === undefined) {
    const message =
      raw.email.trim() === ''
        ? 'is required'
        : 'must be an email address: a name, one @ and a domain with a dot';
    problems.push({ field: 'email', message });
  }
  const parsedTraits = parseTraits(raw.traitsJson);
  if (!parsedTraits.ok) problems.push(...parsedTraits.problems);
  const sent = parsedTraits.ok ? parsedTraits.value : NO_TRAITS;
  const fields: Partial<Record<'userId' | 'plan' | 'company' | 'mrr', unknown>> = {};
  for (const { property, name, problem } of FIELDS) {
    const own: TraitValue | undefined = raw[property];
    const value = own ?? sent.get(name);
    if (value === undefined) continue;
    const message = value === null ? undefined : problem(value);
    if (message === undefined)
      fields[property] = value === 0 ? 0 : value; // no -0
    else problems.push({ field: own === undefined ? `traits.${name}` : name, message });
  }
  // Each value was checked by the row of FIELDS that put it there.
  const changes = { ...fields, traits: withoutFields(sent) } as ProfileChanges;
  if (email !== undefined) problems.push(...repeatsAddress(email, changes));
  return problems.length === 0 && email !== undefined
    ? accepted({ email, changes })
    : { ok: false, problems };
}

function withoutFields(sent: Traits): Traits {
  if (!FIELDS.some(({ name }) => sent.has(name))) return sent;
  const traits = new Map(sent);
  for (const { name } of FIELDS) traits.delete(name);
  return traits;
}

function fieldTextProblem(value: TraitValue): string | undefined {
  return typeof value === 'string' ? textProblem(value) : 'must be a string';
}

function mrrProblem(value: TraitValue): string | undefined {
  const isAmount = typeof value === 'number' && Number.isFinite(value) && value >= 0;
  return isAmount ? undefined : 'must be a number that is not negative';
}
