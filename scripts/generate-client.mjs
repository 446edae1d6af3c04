// Generates the types of the typed client from the OpenAPI document. With --check, says whether the committed ones are current.
import { build } from 'esbuild';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const committed = join(root, 'services/client/gen/api.ts');

/** The document, made by the gateway's own sources as they are now. */
async function readDocument() {
  // Below the repository, so that its packages are found from there.
  const bundle = join(root, 'dist', `.openapi-${process.pid}.cjs`);
  mkdirSync(dirname(bundle), { recursive: true });
  try {
    await build({
      absWorkingDir: root,
      stdin: {
        contents:
          "export { openApiDocument } from './services/gateway/src/http/openapi-document';" +
          "export { ENDPOINTS } from './services/gateway/src/routes/endpoints';",
        resolveDir: root,
        loader: 'ts',
      },
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20.19',
      logLevel: 'error',
    });
    const { openApiDocument, ENDPOINTS } = createRequire(import.meta.url)(bundle);
    return openApiDocument(ENDPOINTS, 'http://localhost:8080');
  } finally {
    rmSync(bundle, { force: true });
  }
}

/** Without what types can not say or say a thousand times over: headers, and each refusal's problem document. */
function condensed(document) {
  for (const operations of Object.values(document.paths))
    for (const operation of Object.values(operations)) {
      const statuses = Object.entries(operation.responses);
      const successes = statuses.filter(([status]) => Number(status) < 400);
      const [, refusal] = statuses.find(([status]) => Number(status) >= 400) ?? [];
      operation.responses = Object.fromEntries([...successes, ...(refusal ? [['default', refusal]] : [])]);
      for (const response of Object.values(operation.responses)) delete response.headers;
    }
  delete document.components.headers;
  return document;
}

const types = `// Generated from the OpenAPI document by scripts/generate-client.mjs. Do not edit.\n\n${astToString(
  await openapiTS(condensed(await readDocument()), { alphabetize: false, defaultNonNullable: false }),
)}`;
if (!process.argv.includes('--check')) {
  mkdirSync(dirname(committed), { recursive: true });
  writeFileSync(committed, types);
  console.log('Wrote services/client/gen/api.ts.');
} else if (readFileSync(committed, 'utf8') !== types) {
  console.error("The client's types differ from the OpenAPI document. Run `npm run generate` and commit.");
  process.exit(1);
} else console.log("The client's types are current.");
