/** A CPF or CNPJ with its punctuation, from one without. */
export function documentText(document: string): string {
  return document.length === 11
    ? document.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4')
    : document.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
}
