import assert from 'node:assert';
import { FILTER_OPERATORS } from '@headwater/protos/vocabulary';
import { Bindings } from '../../src/query/bindings';
import { EVENT_KEYS, GOAL_KEYS, VISIT_KEYS, type KeyList } from '../../src/query/dimensions';
import { filtersSql, parseFilters, type RawFilter } from '../../src/query/filters';

/** Filters: one per line, as key, operator and value between tabs. */
export function fuzz(data: Buffer): void {
  const raw = data
    .toString()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([key = '', operator = '', value = '']) => ({ key, operator, value }));
  for (const keys of [EVENT_KEYS, VISIT_KEYS, GOAL_KEYS]) check(raw, keys);
}

/** The SQL text has only listed names: other values and properties have the same text. */
function check(raw: readonly RawFilter[], keys: KeyList): void {
  const { filters, problems } = parseFilters(raw, keys);
  for (const { field } of problems) assert(field.length <= 130, field);
  if (problems.length > 0) return;
  const bindings = new Bindings();
  const sql = filtersSql(filters, bindings);
  for (const { operator, values } of filters) {
    assert(FILTER_OPERATORS.includes(operator));
    assert(values.length > 0 && !values.includes(''));
  }
  const others = filters.map(({ dimension, operator }) => ({
    dimension: dimension.kind === 'property' ? { ...dimension, property: 'other' } : dimension,
    operator,
    values: ['other'],
  }));
  assert.deepEqual(filtersSql(others, new Bindings()), sql);
  assert.equal(sql.length, new Set(raw.map(({ key, operator }) => `${operator} ${key}`)).size);
}
