import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The address of `npm start`, for the proxy of the development server. */
const API = 'http://localhost:8080';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // A build with NODE_ENV=test would otherwise contain the source position of each element and be 50 % larger.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  build: {
    target: 'es2022',
    // The content security policy allows no inline scripts, and all target browsers support module preload.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The build measures each page with it.
    manifest: true,
    rolldownOptions: {
      output: {
        // Otherwise each component that two pages share would be a file.
        codeSplitting: { groups: [{ name: 'common', test: /\/src\/(?!chart|commands|pages|style)\w+\// }] },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/dashboard', '/docs', '/openapi.json'].map((path) => [path, API])),
  },
});
