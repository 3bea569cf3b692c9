/** The text as a single line, for names and titles: line breaks and tabs become spaces, and the ends are trimmed. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\t-\r\u2028\u2029]+/g, ' ').trim();
}
