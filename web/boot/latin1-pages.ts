import type { Plugin } from 'vite';

const helpers = `${import.meta.dirname}/latin1.ts`;
const renderer = /\/react-dom-server-legacy\.\w+\.production\.js$/;

/**
 * Makes React write characters beyond Latin-1 as references («&#8230;»). One such character in a page makes V8 store
 * the whole page with two bytes a character, and joining and encoding it then costs ten times as much. React has no
 * option for it, so the server's build contains a patched copy of its renderer.
 */
export function latin1Pages(): Plugin {
  return {
    name: 'latin1-pages',
    apply: 'build',
    transform(code, id) {
      return renderer.test(id.replaceAll('\\', '/')) ? { code: patchRenderer(code), map: null } : null;
    },
  };
}

const escapeFunction = /function escapeTextForBrowser\(text\) \{/g;
/** In a script's element, after its attributes. */
const scriptContent =
  /(function pushScriptImpl\([\s\S]{1,900}?)pushInnerHTML\(target, innerHTML, children\);/;

/** @throws when React's code no longer matches, so that the build does not lose the patch silently */
export function patchRenderer(code: string): string {
  if (code.match(escapeFunction)?.length !== 1 || !scriptContent.test(code))
    throw new Error('React writes text in another way now.');
  const patched = code
    .replace(
      escapeFunction,
      'function escapeTextForBrowser(text) { return toReferences(escapeMarkup(text)); }\nfunction escapeMarkup(text) {',
    )
    .replace(
      scriptContent,
      '$1null != innerHTML && (innerHTML = { __html: toEscapes("" + innerHTML.__html) });\n  pushInnerHTML(target, innerHTML, children);',
    );
  return `const { toEscapes, toReferences } = require(${JSON.stringify(helpers)});\n${patched}`;
}
