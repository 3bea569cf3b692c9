/** Blanks match in only one way, so that a long run of them causes no backtracking (T95). */
const marks = /\{\{\s*(?:([\w.]+)\s*)?\}\}/g;

/** The placeholder names of a text that are not among the known ones. */
export function unknownNames(text: string, known: readonly string[]): string[] {
  return [...text.matchAll(marks)].map((match) => match[1] ?? '').filter((name) => !known.includes(name));
}

/** The text with its placeholders filled in. One without a value stays as written; values are not expanded again. */
export function fillNames(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(marks, (whole, name = '') => (Object.hasOwn(values, name) ? values[name]! : whole));
}

/** The placeholder of a name: `{{nome}}`. */
export function placeholderOf(name: string): string {
  return `{{${name}}}`;
}
