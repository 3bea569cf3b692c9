import * as z from 'zod/mini';
import { packageBounds } from '#domain/listings/delivery.ts';
import { endpoint } from '#contract/endpoint.ts';
import { idText } from '#contract/fields.ts';

const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,6}$/, 'Informe um número inteiro.')),
    z.pipe(
      z.transform(Number),
      z.int().check(z.minimum(min, `Informe ao menos ${min}.`), z.maximum(max, `Informe até ${max}.`)),
    ),
  );
const sideCm = wholeNumber(packageBounds.sideCm);

export const getFreightHint = endpoint({
  method: 'GET',
  path: '/freight-hint',
  auth: 'user',
  summary:
    'What the freight of a parcel from an own address costs at least to three capitals, by the own table (S02). None where no service takes it.',
  query: z.strictObject({
    originAddressId: idText,
    weightGrams: wholeNumber(packageBounds.weightGrams),
    lengthCm: sideCm,
    widthCm: sideCm,
    heightCm: sideCm,
  }),
  reply: z.object({ items: z.array(z.object({ city: z.string(), priceCents: z.int() })) }),
});
