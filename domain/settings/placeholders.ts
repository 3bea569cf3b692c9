/** Blanks have one way to be read, so that a long run of them takes no time (T95). */
const marks = /\{\{\s*(?:([\w.]+)\s*)?\}\}/g;

/** The names that a text puts between `{{` and `}}` and that are none of those it may use. */
export function unknownNames(text: string, known: readonly string[]): string[] {
  return [...text.matchAll(marks)].map((match) => match[1] ?? '').filter((name) => !known.includes(name));
}

/** The text with values for its names. A name without a value stays as written; values are not looked into again. */
export function fillNames(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(marks, (whole, name = '') => (Object.hasOwn(values, name) ? values[name]! : whole));
}

/** Names as they are written in a text: `{{nome}}`. */
export function placeholderOf(name: string): string {
  return `{{${name}}}`;
}
