import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { asciiSources } from './server/process/build/ascii-sources.ts';
import { bundledPackages } from './server/process/build/bundled-packages.ts';
import { latin1Pages } from './web/boot/latin1-pages.ts';
import { shareChunks } from './web/boot/chunks.ts';
import { leanContract } from './web/boot/lean-contract.ts';
import { patchRouterImports } from './web/boot/router-imports.ts';

/** The site's build. Assets are served under /build/ (specification §2). */
export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), leanContract(), patchRouterImports(), shareChunks(), latin1Pages()],
  build: { assetsDir: 'build' },
  environments: {
    // Pages bring the parts of their libraries that they use, in their production form.
    ...(command === 'build' && {
      ssr: {
        resolve: { noExternal: true },
        define: { 'process.env.NODE_ENV': '"production"' },
        // Files that pages share are one: to find and load 250 took a fifth of a start.
        build: {
          rolldownOptions: {
            output: {
              plugins: [asciiSources, bundledPackages],
              codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
            },
          },
        },
      },
    }),
  },
}));
