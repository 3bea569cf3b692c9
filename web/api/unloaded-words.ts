/** What every place says of what did not load (design §3). @param thing with its article: «suas vendas» */
export function unloadedWords(thing: string): string {
  return `Não conseguimos carregar ${thing}. Confira sua conexão e tente de novo.`;
}
