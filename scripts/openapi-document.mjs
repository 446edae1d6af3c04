import { build } from 'esbuild';
import { mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from './build.mjs';

/** Builds the OpenAPI document and the operators of filters from the gateway's current sources. */
export async function readOpenApiDocument() {
  // The bundle must be inside the repository to resolve its packages.
  const bundle = join(root, 'dist', `.openapi-${process.pid}.cjs`);
  mkdirSync(dirname(bundle), { recursive: true });
  try {
    await build({
      absWorkingDir: root,
      stdin: {
        contents:
          "export { openApiDocument } from './services/gateway/src/http/openapi-document';" +
          "export { FILTER_OPERATORS } from './protos/src/vocabulary';" +
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
    const { openApiDocument, ENDPOINTS, FILTER_OPERATORS } = createRequire(import.meta.url)(bundle);
    return {
      document: openApiDocument(ENDPOINTS, 'http://localhost:8080'),
      filterOperators: FILTER_OPERATORS,
    };
  } finally {
    rmSync(bundle, { force: true });
  }
}
