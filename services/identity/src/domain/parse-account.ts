import type { FieldError } from '@headwater/kit/errors';
import { numberOfScalar, textOfScalar } from '@headwater/kit/scalars';
import { TRAIT_LIMITS } from '@headwater/protos/limits';
import { containsJwt } from '@headwater/kit/jwt';
import { containsEmailAddress, storedVisitorIdProblem } from '@headwater/protos/visitor-id';
import type { ErasureSubject } from './certificate';
import { parseEmail } from './email';
import { textProblem } from './parse-text';
import { accepted, refused, type Parsed } from './parsed';
import { describeLeftOut, type ProfileChanges } from './profile';
import { entryBytes, mergeTraits, NO_TRAITS, parseTraits, type Traits, type TraitValue } from './traits';

/** An account as it arrived. */
export interface RawAccount {
  readonly email: string;
  readonly userId?: string;
  readonly plan?: string;
  readonly company?: string;
  readonly mrr?: number;
  readonly traitsJson: string;
  /** Names of fields to unset. */
  readonly unset?: readonly string[];
}

export interface Account {
  /** Normalised. To be hashed, never stored. */
  readonly email: string;
  readonly changes: ProfileChanges;
  /** Fields that were left out. */
  readonly warnings: readonly FieldError[];
}

/** The fields with a column of their own. A trait of the same name counts when the field is absent. */
const FIELDS = [
  { property: 'userId', name: 'user_id', convert: textOfScalar, problem: fieldTextProblem },
  { property: 'plan', name: 'plan', convert: textOfScalar, problem: fieldTextProblem },
  { property: 'company', name: 'company', convert: textOfScalar, problem: fieldTextProblem },
  { property: 'mrr', name: 'mrr', convert: numberOfScalar, problem: mrrProblem },
] as const;

/** How to treat an invalid field: `refuse` refuses the account, `leave-out` saves the account without the field. */
export type InvalidFields = 'refuse' | 'leave-out';

/**
 * Parses one account. Moves the traits `plan`, `company`, `mrr` and `user_id` to the fields of these names. Fields and traits
 * with an email address or a JWT are left out with a warning: many customers use the address as the user id.
 */
export function parseAccount(raw: RawAccount, invalid: InvalidFields): Parsed<Account> {
  const email = parseEmail(raw.email);
  const parsedTraits = parseTraits(raw.traitsJson);
  const problems = [...parsedTraits.problems];
  const limited = withinLimits(parsedTraits.traits);
  const filtered = withoutSecrets(limited.traits);
  const sent = filtered.traits;
  const warnings = [...limited.warnings, ...filtered.warnings];
  const fields: Partial<Record<'userId' | 'plan' | 'company' | 'mrr', unknown>> = {};
  for (const { property, name, convert, problem } of FIELDS) {
    const own: TraitValue | undefined = raw.unset?.includes(name) ? null : raw[property];
    const given = own === undefined ? sent.get(name) : own;
    if (given === undefined) continue;
    const value = convert(given) ?? given;
    const field = own === undefined ? `traits.${name}` : name;
    const message = value === null ? undefined : problem(value);
    const secret = isTooLarge(name, value) ? undefined : secretIn(value);
    if (secret !== undefined) warnings.push({ field, message: secret });
    else if (message !== undefined) problems.push({ field, message });
    else fields[property] = value === 0 ? 0 : value; // no -0
  }
  const refusedFields = invalid === 'refuse' ? problems : [];
  if (!email.ok) return { ok: false, problems: [...email.problems, ...refusedFields] };
  if (refusedFields.length > 0) return { ok: false, problems: refusedFields };
  // Safe cast: each value was validated by its row of FIELDS.
  const changes = { ...fields, traits: withoutFields(sent) } as ProfileChanges;
  return accepted({ email: email.value, changes, warnings: [...problems, ...warnings] });
}

const HAS_ADDRESS = 'contains an email address: addresses are stored only as keyed hashes';
const HAS_JWT = 'contains a JWT: send no secrets';

interface FilteredTraits {
  readonly traits: Traits;
  readonly warnings: readonly FieldError[];
}

/**
 * The traits without those that no account has room for, and a warning that names them. The search for addresses takes many times
 * longer than this.
 */
function withinLimits(sent: Traits): FilteredTraits {
  const tooMany = mergeTraits(NO_TRAITS, withoutFields(sent)).leftOut;
  const tooLarge = FIELDS.map(({ name }) => name).filter((name) => isTooLarge(name, sent.get(name) ?? null));
  const leftOut = [...tooLarge, ...tooMany];
  if (leftOut.length === 0) return { traits: sent, warnings: [] };
  const traits = new Map(sent);
  for (const key of leftOut) traits.delete(key);
  const message = describeLeftOut(leftOut, (key) => SHOWN[secretIn(key) ?? ''] ?? key);
  return { traits, warnings: [{ field: 'traits', message }] };
}

function isTooLarge(key: string, value: TraitValue): boolean {
  return typeof value !== 'number' && entryBytes(key, value) > TRAIT_LIMITS.maxBytes;
}

/** Instead of a key that is not repeated. */
const SHOWN: Readonly<Record<string, string>> = {
  [HAS_ADDRESS]: '(an email address)',
  [HAS_JWT]: '(a JWT)',
};

/**
 * The traits without those whose key or value contains an email address or a JWT, and a warning for each of them. The key of a removed
 * trait is not stored, so it may be one.
 */
function withoutSecrets(sent: Traits): FilteredTraits {
  const found = [...sent].flatMap(([key, value]) => {
    const [ofKey, ofValue] = value === null ? [] : [secretIn(key), secretIn(value)];
    if (ofKey !== undefined) return [{ key, field: 'traits', message: `has a key that ${ofKey}` }];
    return ofValue === undefined ? [] : [{ key, field: `traits.${key}`, message: ofValue }];
  });
  if (found.length === 0) return { traits: sent, warnings: [] };
  const traits = new Map(sent);
  for (const { key } of found) traits.delete(key);
  return { traits, warnings: found.map(({ field, message }) => ({ field, message })) };
}

/**
 * The problem with a text that contains an email address or a JWT, and with a list or an object with such a text, also as a key. Other
 * tokens look like the ids of many products.
 */
function secretIn(value: TraitValue): string | undefined {
  if (typeof value === 'string') {
    if (containsEmailAddress(value)) return HAS_ADDRESS;
    return containsJwt(value) ? HAS_JWT : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries<TraitValue>(value)) {
    const secret = secretIn(key) ?? secretIn(inner);
    if (secret !== undefined) return secret;
  }
  return undefined;
}

/** The key of a lookup: a normalised address, or the customer's own id. */
export type ParsedAccountKey = { readonly email: string } | { readonly userId: string };

/** Parses the key of an account lookup: exactly one of the two fields. */
export function parseAccountKey({
  email,
  userId,
}: {
  email?: string;
  userId?: string;
}): Parsed<ParsedAccountKey> {
  if ((email === undefined) === (userId === undefined))
    return refused('email', 'or user_id must be given, and only one of them');
  if (userId !== undefined) {
    const problem = textProblem(userId);
    return problem === undefined ? accepted({ userId }) : refused('user_id', problem);
  }
  const address = parseEmail(email ?? '');
  return address.ok ? accepted({ email: address.value }) : address;
}

/** Parses the subject of an erasure: exactly one of the three fields. */
export function parseErasureSubject(request: {
  email?: string;
  userId?: string;
  anonymousId?: string;
}): Parsed<ErasureSubject> {
  const { anonymousId, ...account } = request;
  if (anonymousId === undefined) return parseAccountKey(account);
  if (account.email !== undefined || account.userId !== undefined)
    return refused('anonymous_id', 'must be sent without email and user_id: a call erases one subject');
  const problem = storedVisitorIdProblem(anonymousId);
  return problem === undefined ? accepted({ anonymousId }) : refused('anonymous_id', problem);
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
  return isAmount ? undefined : 'must be a non-negative number';
}
