import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '@headwater/kit/package-root';

const proto = readFileSync(
  join(packageRoot('@headwater/protos'), 'headwater/identity/v1/identity.proto'),
  'utf8',
);
const lines = proto.split('\n');

test('the proto documents every call and every field', () => {
  const documented = lines.flatMap((line, at) => {
    const name = /^ {2}(?:rpc|(?:repeated |optional )?\w+) (\w+)(?: = \d+;|\()/.exec(line)?.[1];
    return name === undefined ? [] : [{ name, by: lines[at - 1]?.trim() ?? '' }];
  });
  expect(documented.length).toBeGreaterThan(100);
  expect(documented.filter(({ by }) => !by.startsWith('// '))).toEqual([]);
});
