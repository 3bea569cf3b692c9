/** Writes characters beyond Latin-1 as HTML references, for text and attributes. */
export function toReferences(html: string): string {
  return beyond.test(html)
    ? narrow(html.replace(beyondAll, (character) => `&#${character.codePointAt(0)};`))
    : html;
}

/** Writes characters beyond Latin-1 as escapes of JavaScript and JSON, in which they only occur in texts. */
export function toEscapes(script: string): string {
  return beyond.test(script) ? narrow(script.replace(beyondUnits, escapeOf)) : script;
}

const beyond = /[^\0-\u00ff]/;
const beyondAll = /[^\0-\u00ff]/gu;
const beyondUnits = /[^\0-\u00ff]/g;

const escapeOf = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** V8 stores the result of a replacement in two bytes a character when the original was, whatever it contains. */
function narrow(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
