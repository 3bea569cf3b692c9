import type { RevisedField } from '#domain/listings/revisions.ts';

export const revisedFieldLabels: Record<RevisedField, string> = {
  title: 'título',
  description: 'descrição',
  categoryId: 'categoria',
  images: 'fotos',
  deliveryType: 'forma de entrega',
  promisedHours: 'prazo de entrega',
  attributes: 'detalhes',
  priceCents: 'preço',
};

/** «título, fotos e preço». */
export function fieldList(fields: readonly RevisedField[]): string {
  return listFormat.format(fields.map((field) => revisedFieldLabels[field]));
}

const listFormat = new Intl.ListFormat('pt-BR');
