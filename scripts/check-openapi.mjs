// `npm run openapi`: checks the OpenAPI document with the recommended rules of Redocly. Fails on errors and warnings.
import { join } from 'node:path';
import { formatProblems, lintFromString, loadConfig } from '@redocly/openapi-core';
import { root } from './build.mjs';
import { readOpenApiDocument } from './openapi-document.mjs';

const { document } = await readOpenApiDocument();
const config = await loadConfig({ configPath: join(root, 'services/gateway/redocly.yaml') });
const problems = await lintFromString({
  source: JSON.stringify(document, null, 2),
  absoluteRef: 'openapi.json',
  config,
});
const totals = { errors: 0, warnings: problems.length, ignored: 0 };
if (problems.length > 0) formatProblems(problems, { format: 'stylish', totals, version: '' });
process.exitCode = problems.length > 0 ? 1 : 0;
console.log(`OpenAPI document: ${problems.length} problems`);
