import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { hash } from '#contract/fields.ts';
import { maxLabels, orderAddress } from './shipments.ts';

/** A side on a declaration of content; the document is a CPF or CNPJ without punctuation, where it is known. */
const party = z.object({ address: orderAddress, document: z.nullable(z.string()) });
export type SheetParty = z.infer<typeof party>;

/** What is printed for a parcel that its seller posts at their own counter: addresses and declaration of content. */
const parcelSheet = z.object({
  hash: z.string(),
  code: z.string(),
  title: z.string(),
  quantity: z.int(),
  unitPriceCents: z.int(),
  weightGrams: z.int(),
  serviceName: z.string(),
  from: party,
  to: party,
  /** Where a company sells, its invoice takes the place of the declaration. */
  invoiceKey: z.nullable(z.string()),
});
export type ParcelSheet = z.infer<typeof parcelSheet>;

export const readParcelSheets = endpoint({
  method: 'POST',
  path: '/parcel-sheets',
  auth: 'user',
  // It reads only.
  repeats: 'harmless',
  summary:
    "What is printed for the seller's parcels without a label of the site; orders that are not to be posted are left out (S14).",
  limit: { max: 30, windowMs: 60_000, by: 'user' },
  body: z.strictObject({
    hashes: z
      .array(hash, 'Escolha as vendas.')
      .check(
        z.minLength(1, 'Escolha as vendas.'),
        z.maxLength(maxLabels, `Imprima até ${maxLabels} folhas de uma vez.`),
      ),
  }),
  reply: z.object({ items: z.array(parcelSheet) }),
  errors: ['too_many_requests'],
});
