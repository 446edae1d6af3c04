import { mkdirSync, mkdtempSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { System } from '../src/api';
import { repositoryRoot } from '../src/child-process';
import { startAllInOne } from '../src/start-all-in-one';
import { runProgram, testWith, TOOLS } from './tools';

let system: System;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headwater-clients-'));
  system = await startAllInOne();
  writeFileSync(join(folder, 'openapi.json'), await (await fetch(`${system.apiUrl}/openapi.json`)).text());
});
afterAll(async () => {
  await system.stop();
  rmSync(folder, { recursive: true, force: true });
});

const program = (name: string) => join(repositoryRoot(), 'services/e2e/generated/programs', name);
const environment = () => ({ HEADWATER_URL: system.apiUrl, HEADWATER_TOKEN: system.token });

/** Generates a client with openapi-generator and returns its folder. */
async function generate(generator: string, properties = 'packageName=headwater'): Promise<string> {
  const target = join(folder, generator);
  const input = ['-i', join(folder, 'openapi.json'), '-g', generator, '-o', target];
  const output = [`--additional-properties=${properties}`, '--global-property=apiDocs=false,modelDocs=false'];
  const tests = '--global-property=apiTests=false,modelTests=false';
  await runProgram('java', ['-jar', TOOLS.openapiGenerator, 'generate', ...input, ...output, tests]);
  return target;
}

/** The results of each program in `programs/`. */
const RESULTS = {
  accepted: 2,
  linked: true,
  channel: 'Organic Search',
  filters: { none: 1, column: 1, other: 0 },
  visitors: 1,
  ok: true,
  currency: 'EUR',
  net: '49.00',
  notices: ['identity.linked'],
};
const DEEP_FILTERS = { ...RESULTS.filters, deep: 1, refused: 0 };

testWith(['openapiGenerator'])('the Go client of openapi-generator works', async () => {
  const client = await generate('go');
  const module = join(client, 'go.mod');
  writeFileSync(
    module,
    readFileSync(module, 'utf8').replace('github.com/GIT_USER_ID/GIT_REPO_ID', 'example.com/headwater'),
  );
  mkdirSync(join(client, 'program'));
  copyFileSync(program('main.go'), join(client, 'program/main.go'));
  await runProgram('go', ['build', '-mod=mod', '-o', 'run', './program'], { cwd: client });
  const output = await runProgram(join(client, 'run'), [], { env: environment() });
  expect(JSON.parse(output)).toEqual({ ...RESULTS, filters: DEEP_FILTERS });
});

testWith(['openapiGenerator', 'python'])('the Python client of openapi-generator works', async () => {
  const env = { ...environment(), PYTHONPATH: await generate('python') };
  const output = await runProgram(TOOLS.python, [program('openapi_generator.py')], { env });
  expect(JSON.parse(output)).toEqual({ ...RESULTS, token: 'generated client' });
});

testWith(['openapiPythonClient'])('the client of openapi-python-client works', async () => {
  const target = join(folder, 'headwater_client');
  const config = join(repositoryRoot(), 'services/e2e/generated/openapi-python-client.yaml');
  const input = ['--path', join(folder, 'openapi.json'), '--config', config, '--output-path', target];
  await runProgram(TOOLS.openapiPythonClient, ['generate', ...input, '--meta', 'none']);
  const env = { ...environment(), PYTHONPATH: folder };
  const output = await runProgram(TOOLS.python, [program('openapi_python_client.py')], { env });
  expect(JSON.parse(output)).toEqual({
    ...RESULTS,
    filters: DEEP_FILTERS,
    import: { taken: 1, refused: 0, errors: [] },
  });
});

testWith(['openapiGenerator'])('the TypeScript client of openapi-generator has no type errors', async () => {
  const client = await generate('typescript-fetch', '');
  const config = {
    compilerOptions: {
      strict: true,
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      noEmit: true,
      types: [],
    },
    include: [`${client}/**/*.ts`],
  };
  writeFileSync(join(client, 'tsconfig.json'), JSON.stringify(config));
  await runProgram(process.execPath, [
    join(repositoryRoot(), 'node_modules/typescript/bin/tsc'),
    '-p',
    client,
  ]);
});

// The library "native" of this generator has no maps as deep objects: its code for `filter` does not compile.
testWith(['openapiGenerator'])('the Java client of openapi-generator compiles', async () => {
  const client = await generate('java', '');
  await runProgram('mvn', ['--quiet', '--batch-mode', '-Dmaven.test.skip=true', 'compile'], { cwd: client });
});
