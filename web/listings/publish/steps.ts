import type { FieldErrors } from '#domain/errors.ts';

/** The five steps of publishing, by their name in the address (`?passo=`). */
export const steps = [
  { slug: 'categoria', label: 'Título', fields: ['title', 'categoryId'] },
  { slug: 'fotos', label: 'Fotos', fields: ['images', 'imageIds'] },
  {
    slug: 'detalhes',
    label: 'Detalhes',
    fields: [
      'description',
      'attributes',
      'deliveryType',
      'alsoPickup',
      'promisedHours',
      'stock',
      'codes',
      'weightGrams',
      'lengthCm',
      'widthCm',
      'heightCm',
      'originAddressId',
      'handlingDays',
      'freeShipping',
      'cityId',
    ],
  },
  { slug: 'preco', label: 'Preço e plano', fields: ['priceCents', 'plan'] },
  { slug: 'revisao', label: 'Revisão', fields: ['ownershipDeclared'] },
] as const;
export type Step = (typeof steps)[number]['slug'];

/** The step named by the address; the first one if unknown. */
export function stepOf(slug: string | null): Step {
  return steps.find((step) => step.slug === slug)?.slug ?? 'categoria';
}

/** The step that edits a field (`title`, `attributes.plataforma`). */
export function stepOfField(path: string): Step {
  const field = path.split('.')[0] ?? path;
  return steps.find((step) => (step.fields as readonly string[]).includes(field))?.slug ?? 'revisao';
}

/** Only the errors of this step's fields. */
export function errorsOfStep(errors: FieldErrors, step: Step): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => stepOfField(path) === step));
}

/** The first step with a missing field, to resume a draft there. */
export function firstOpenStep(errors: FieldErrors): Step {
  return steps.find((step) => Object.keys(errorsOfStep(errors, step.slug)).length > 0)?.slug ?? 'revisao';
}
