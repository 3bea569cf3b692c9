import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** The site's build. Assets are served under /build/ (specification §2). */
export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsDir: 'build' },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // What nearly every page needs is one file: a page then asks for a third of the files, and says so in a
          // third of the links.
          output: { codeSplitting: { groups: [{ name: 'shell', minShareCount: 14 }] } },
        },
      },
    },
  },
});
