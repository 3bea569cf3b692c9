import type { Plugin } from 'vite';

const importPage = `${import.meta.dirname}/import-page.ts`;
const routerFile = /\/react-router\/dist\/\w+\/lib\/dom\/ssr\/(routes|routeModules)\.js$/;
const pageImport = /import\(\s*\/\* @vite-ignore \*\/\s*\/\* webpackIgnore: true \*\/\s*(route\.\w+)\s*\)/g;
const reload = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/;

/**
 * Lets the router load pages through `web/boot/import-page.ts`. Its own way cannot be set: when a module does not come it
 * loads the present page anew, which without a connection loses the page and all that was typed into it.
 */
export function patientRouter(): Plugin {
  return {
    name: 'patient-router',
    transform(code, id) {
      if (this.environment.name !== 'client' || !routerFile.test(id.replaceAll('\\', '/'))) return null;
      return { code: patient(code), map: null };
    },
  };
}

/** @throws when the router is written differently than it was: the build must not lose this silently */
export function patient(code: string): string {
  if (!pageImport.test(code)) throw new Error('The router imports its pages in another way now.');
  const imported = code.replace(pageImport, 'importPage($1)').replace(reload, 'throw error;');
  if (imported.includes('location.reload')) throw new Error('The router reloads in another way now.');
  return `import { importPage } from ${JSON.stringify(importPage)};\n${imported}`;
}
