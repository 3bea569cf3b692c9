/** The text in one line, as names and titles are: ends of lines and tabs in it are spaces, around it they are nothing. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\t-\r\u2028\u2029]+/g, ' ').trim();
}
