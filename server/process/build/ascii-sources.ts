import type { Plugin } from 'rolldown';

const escapeOf = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

function toAscii(code: string): string {
  return code.replaceAll(/(\\*)([^\0-\x7f])/g, (_, slashes: string, character: string) =>
    // An odd slash before such a character has no meaning of its own.
    slashes.length % 2 === 0 ? slashes + escapeOf(character) : slashes.slice(1) + escapeOf(character),
  );
}

/** Node keeps a source that is not ASCII in two bytes for each character. */
export const asciiSources: Plugin = {
  name: 'ascii-sources',
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle))
      if (output.type === 'chunk') output.code = toAscii(output.code);
  },
};
