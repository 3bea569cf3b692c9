/** The text for anything that did not load (design §3). @param thing with its article: «suas vendas» */
export function loadFailureText(thing: string): string {
  return `Não conseguimos carregar ${thing}. Confira sua conexão e tente de novo.`;
}
