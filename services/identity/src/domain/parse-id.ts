import { accepted, refused, type Parsed } from './parsed';
import { textProblem } from './text-problem';

/** An id of the customer's own, or of its payment provider's. It is stored as it is: an address would stay in the clear. */
export function parseId(field: string, id: string): Parsed<string> {
  if (id === '') return refused(field, 'is required');
  const problem = textProblem(id);
  if (problem !== undefined) return refused(field, problem);
  if (id.includes('@'))
    return refused(field, 'must not hold an @: an email address is kept only as a keyed hash');
  return accepted(id);
}
