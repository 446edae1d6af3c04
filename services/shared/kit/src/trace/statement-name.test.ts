import { statementName } from './statement-name';

test.each([
  ['SELECT id FROM gateway.tokens WHERE public_id = $1', 'SELECT gateway.tokens'],
  ['\n  insert into identity.profiles (id) values ($1)', 'INSERT identity.profiles'],
  ['UPDATE sites.sites SET name = $1', 'UPDATE sites.sites'],
  ['WITH due AS (SELECT 1 FROM sites.sites) SELECT * FROM due', 'WITH sites.sites'],
  ['SELECT extract(epoch FROM at) FROM gateway.audit_entries', 'SELECT gateway.audit_entries'],
  ['-- why\nDELETE FROM ONLY gateway.spent', 'DELETE gateway.spent'],
  ['BEGIN', 'BEGIN'],
  ['SELECT 1', 'SELECT'],
  ['', 'SQL'],
])('calls %j %s', (text, name) => {
  expect(statementName(text)).toBe(name);
  expect(statementName(text)).toBe(name);
});

test('never holds a value', () => {
  expect(statementName("SELECT * FROM identity.profiles WHERE email = 'ada@example.com'")).toBe(
    'SELECT identity.profiles',
  );
});
