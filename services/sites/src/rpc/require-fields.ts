import type { FieldError } from '@headwater/kit/errors';
import { failure } from '@headwater/protos/error-codes';
import type { Checked } from '../domain/checked';

type Values<F> = { [K in keyof F]: Exclude<F[K], undefined> extends Checked<infer T> ? T : never };

/**
 * The values of checked fields; a field that was left out of `checks` is left out of the answer.
 *
 * @throws `invalid_request` naming every field that was refused.
 */
export function requireFields<F extends Record<string, Checked<unknown>>>(checks: F): Values<F> {
  const problems: FieldError[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, checked] of Object.entries(checks)) {
    if (checked.ok) values[name] = checked.value;
    else {
      const field = checked.index === undefined ? name : `${name}[${checked.index}]`;
      problems.push({ field, message: checked.message });
    }
  }
  if (problems.length > 0) {
    const summary = problems.map(({ field, message }) => `${field}: ${message}`).join(' ');
    throw failure('invalid_request', summary, { fields: problems });
  }
  return values as Values<F>;
}
