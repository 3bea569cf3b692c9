import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { asciiSources } from './server/process/build/ascii-sources.ts';
import { bundledPackages } from './server/process/build/bundled-packages.ts';
import { latin1Pages } from './web/boot/latin1-pages.ts';
import { leanContract } from './web/boot/lean-contract.ts';
import { patchRouterImports } from './web/boot/router-imports.ts';

/** What only opens on demand, checks forms or names states: many screens share it, but no public one needs it. */
const late =
  /web\/(?:[\w-]+\/)*(text\.ts|checkbox\.tsx)$|node_modules\/(zod|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|aria-hidden|use-sidecar|use-callback-ref|tslib|@floating-ui|@radix-ui\/react-(checkbox|dialog|dismissable-layer|focus-\w+|presence|portal|popper|use-controllable-state|context))\//;

/** The site's build. Assets are served under /build/ (specification §2). */
export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), leanContract(), patchRouterImports(), latin1Pages()],
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
    client: {
      build: {
        rolldownOptions: {
          // What nearly every page needs is one file: a page then asks for a third of the files, and says so in a
          // third of the links.
          output: {
            codeSplitting: { groups: [{ name: 'shell', minShareCount: 31, test: (id) => !late.test(id) }] },
          },
        },
      },
    },
  },
}));
