import type { ReviewReason } from '#domain/listings/listings.ts';

export type Refusal = 'request_changes' | 'reject';

/** Each reason as a phrase after «precisa de um ajuste:» or «não pode ser publicado:». */
const reasonPhrases: Record<ReviewReason, string> = {
  title_unclear: 'o título não deixa claro o que é o item',
  description_incomplete: 'falta informação na descrição',
  photos_poor: 'as fotos não mostram bem o item',
  price_suspicious: 'o preço está fora do comum para a categoria',
  wrong_category: 'a categoria não é a certa',
  contact_data: 'há telefone, e-mail ou link no anúncio',
  forbidden_item: 'este item não pode ser vendido aqui',
  duplicate: 'este anúncio repete outro que já existe',
  other: '',
};

/** The message to the seller composed from the reasons; the reviewer may rewrite it. */
export function composeNote(decision: Refusal, reasons: readonly ReviewReason[]): string {
  const phrases = reasons.map((reason) => reasonPhrases[reason]).filter(Boolean);
  if (phrases.length === 0) return '';
  const list = joined(phrases);
  return decision === 'request_changes'
    ? `Seu anúncio precisa de um ajuste: ${list}. Corrija e envie de novo.`
    : `Seu anúncio não pode ser publicado: ${list}.`;
}

function joined(phrases: string[]): string {
  const last = phrases.at(-1) ?? '';
  return phrases.length > 1 ? `${phrases.slice(0, -1).join('; ')} e ${last}` : last;
}
