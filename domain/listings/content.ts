import type { FieldErrors } from '#domain/errors.ts';
import type { ListingBounds } from './limits.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import { sizeFault, tooMuchTexts } from '#domain/settings/size-messages.ts';
import { visibleLength } from '#domain/text/visible-length.ts';

/** The content of a draft when its owner submits it with «Publicar anúncio». */
export interface ListingContent {
  categoryId: number | null;
  title: string;
  description: string;
  imageCount: number;
  priceCents: number | null;
  stock: number;
  deliveryType: DeliveryType | null;
  promisedHours: number | null;
  ownershipDeclared: boolean;
}

/** L02: error messages that prevent the submission of a draft, by field. */
export function missingForReview(content: ListingContent, bounds: ListingBounds): FieldErrors {
  const errors: FieldErrors = {};
  const { title, description, images, priceCents } = bounds;
  if (content.categoryId === null) errors.categoryId = 'Escolha uma categoria para continuar.';
  const photosFault = sizeFault('photos', content.imageCount, images);
  if (photosFault) errors.images = photosFault;
  const titleLength = visibleLength(content.title.trim());
  if (titleLength < title.min) errors.title = `O título precisa de pelo menos ${title.min} letras.`;
  else if (titleLength > title.max) errors.title = tooMuchTexts.letters(title.max);
  const descriptionLength = visibleLength(content.description.trim());
  if (descriptionLength < description.min)
    errors.description = `A descrição precisa de pelo menos ${description.min} letras.`;
  else if (descriptionLength > description.max) errors.description = tooMuchTexts.letters(description.max);
  const priceFault = sizeFault('cents', content.priceCents ?? 0, priceCents);
  if (priceFault) errors.priceCents = priceFault;
  if (content.deliveryType === null) errors.deliveryType = 'Escolha como você entrega.';
  else if (content.deliveryType === 'manual' && !content.promisedHours)
    errors.promisedHours = 'Diga em quanto tempo você entrega.';
  if (content.stock < 1)
    errors.stock =
      content.deliveryType === 'automatic'
        ? 'Cole pelo menos 1 código para vender.'
        : 'Informe pelo menos 1 unidade.';
  if (!content.ownershipDeclared)
    errors.ownershipDeclared = 'Confirme que o item é seu ou que você pode vendê-lo.';
  return errors;
}
