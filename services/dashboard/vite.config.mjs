import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Where `npm start` listens; only the development server asks. */
const API = 'http://localhost:8080';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  esbuild: {
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // Else a build under NODE_ENV=test tells the place of each element in these sources, and is half as large again.
    jsxDev: false,
    legalComments: 'none',
  },
  build: {
    target: 'es2022',
    // The policy of the page allows no inline script, and every browser of that target preloads modules by itself.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: {
    proxy: Object.fromEntries(['/api', '/dashboard', '/docs', '/openapi.json'].map((path) => [path, API])),
  },
});
