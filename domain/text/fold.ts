/** Lower case without accents: «Câmera» and «camera» are equal. */
export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Whether a word in lower case has an accent or a cedilla. */
export function hasAccent(word: string): boolean {
  return fold(word) !== word;
}
