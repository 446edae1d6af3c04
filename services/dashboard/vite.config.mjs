import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { worldMap } from './world-map.mjs';

/** The address of `npm start`, for the proxy of the development server. */
const API = 'http://localhost:8080';

/** Lets the browser load the app while the start script loads the texts of the language. */
const preloadApp = {
  name: 'preload-app',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const app = Object.values(bundle).find(({ facadeModuleId }) =>
        facadeModuleId?.endsWith('/src/app.tsx'),
      );
      return [app?.fileName, ...(app?.imports ?? [])]
        .filter((name) => name !== undefined && !html.includes(name))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
          injectTo: 'head',
        }));
    },
  },
};

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [preloadApp],
  // `country-map.tsx` declares it.
  define: { WORLD_MAP: JSON.stringify(worldMap()) },
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
        codeSplitting: {
          groups: [
            // Loads before the texts of the language, which the other scripts read when they load.
            {
              name: 'language',
              test: /\/src\/(format\/locale|strings\/(load|text)|view\/preferences)\.|vite\/preload-helper/,
              priority: 2,
            },
            {
              name: 'common',
              test: /\/src\/(?!chart|commands|pages|strings|style|api\/transfer|components\/(all-rows-dialog|data-table|measure-card))\w+\//,
              priority: 1,
            },
            // Neither the overview nor a shared page needs these.
            { name: 'tables', test: /\/src\/(api|components)\// },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/dashboard', '/docs', '/openapi.json'].map((path) => [path, API])),
  },
});
