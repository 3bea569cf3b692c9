import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** The site's build. Assets are served under /build/ (specification §2). */
export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { assetsDir: 'build' },
});
