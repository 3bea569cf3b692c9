import type { Plugin } from 'vite';

const importPage = `${import.meta.dirname}/import-page.ts`;
const routerFile = /\/react-router\/dist\/\w+\/lib\/dom\/ssr\/(routes|routeModules)\.js$/;
const pageImport = /import\(\s*\/\* @vite-ignore \*\/\s*\/\* webpackIgnore: true \*\/\s*(route\.\w+)\s*\)/g;
const reload = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/;

/**
 * Makes the router load pages through `web/boot/import-page.ts`. The router has no option for it: when a module fails
 * to load it reloads the present page, which without a connection loses the page and everything typed into it.
 */
export function patchRouterImports(): Plugin {
  return {
    name: 'router-imports',
    transform(code, id) {
      if (this.environment.name !== 'client' || !routerFile.test(id.replaceAll('\\', '/'))) return null;
      return { code: patchRouter(code), map: null };
    },
  };
}

/** @throws when the router's code no longer matches, so that the build does not lose the patch silently */
export function patchRouter(code: string): string {
  if (!pageImport.test(code)) throw new Error('The router imports its pages in another way now.');
  const imported = code.replace(pageImport, 'importPage($1)').replace(reload, 'throw error;');
  if (imported.includes('location.reload')) throw new Error('The router reloads in another way now.');
  return `import { importPage } from ${JSON.stringify(importPage)};\n${imported}`;
}
