// Generates the types of the typed client from the OpenAPI document. With --check, verifies that the committed types are current.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { root } from './build.mjs';
import { readOpenApiDocument } from './openapi-document.mjs';

const committed = join(root, 'services/client/gen/api.ts');

/**
 * Removes parts that add nothing to the types: headers, the repeated problem document of each error, and the filters of single
 * columns. Adds operators to `filter`: this client can send them.
 */
function condensed({ document, filterOperators }) {
  const filterSchema = schemaWithOperators(filterOperators);
  for (const operations of Object.values(document.paths))
    for (const operation of Object.values(operations)) {
      const statuses = Object.entries(operation.responses);
      const successes = statuses.filter(([status]) => Number(status) < 400);
      const [, failure] = statuses.find(([status]) => Number(status) >= 400) ?? [];
      operation.responses = Object.fromEntries([...successes, ...(failure ? [['default', failure]] : [])]);
      for (const response of Object.values(operation.responses)) {
        delete response.headers;
        // Files that a caller may choose instead of JSON: read them with `parseAs: 'text'`.
        const json = response.content?.['application/json'];
        if (json) response.content = { 'application/json': json };
      }
      operation.parameters = operation.parameters
        ?.filter((parameter) => !('$ref' in parameter))
        .map((each) => (each.name === 'filter' ? { ...each, schema: filterSchema } : each));
    }
  delete document.components.headers;
  delete document.components.parameters;
  return document;
}

/** The schema of `filter`: values, lists of values, or values by operator. */
function schemaWithOperators(operators) {
  const value = { type: 'string' };
  const oneOrMore = { oneOf: [value, { type: 'array', items: value }] };
  const properties = Object.fromEntries(operators.map((operator) => [operator, oneOrMore]));
  const byOperator = { type: 'object', properties, additionalProperties: false };
  return { type: 'object', additionalProperties: { oneOf: [...oneOrMore.oneOf, byOperator] } };
}

const types = `// Generated from the OpenAPI document by scripts/generate-client.mjs. Do not edit.\n\n${astToString(
  await openapiTS(condensed(await readOpenApiDocument()), { alphabetize: false, defaultNonNullable: false }),
)}`;
if (!process.argv.includes('--check')) {
  mkdirSync(dirname(committed), { recursive: true });
  writeFileSync(committed, types);
  console.log('Wrote services/client/gen/api.ts.');
} else if (readFileSync(committed, 'utf8') !== types) {
  console.error("The client's types differ from the OpenAPI document. Run `npm run generate` and commit.");
  process.exit(1);
} else console.log("The client's types are current.");
