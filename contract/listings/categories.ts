import * as z from 'zod/mini';
import { attributeTypes } from '#domain/listings/attributes.ts';
import { categoryIcons } from '#domain/listings/category-icons.ts';
import { categoryKinds } from '#domain/listings/category-kinds.ts';
import { categoryLimits } from '#domain/listings/categories.ts';
import { deliveryDataAsks, deliveryDataLimits } from '#domain/orders/delivery-data.ts';
import { deliveryProofs } from '#domain/orders/delivery-proofs.ts';
import { deliveryTypes } from '#domain/orders/orders.ts';
import { attribute } from './catalogue.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, idText, instant, singleLine } from '#contract/fields.ts';

const { warrantyDays: warranty, holdDays: hold } = categoryLimits;

const staffCategory = z.object({
  id: z.int(),
  parentId: z.nullable(z.int()),
  position: z.int(),
  slug: z.string(),
  name: z.string(),
  active: z.boolean(),
  risky: z.boolean(),
  /** Chance decides what a buyer gets: only adults buy it (F58). */
  randomContent: z.boolean(),
  warrantyDays: z.int(),
  /** Its own release delay in days (§4.3); null when the parent's or the general rule applies. */
  holdDays: z.nullable(z.int()),
  /** Its own proof of a manual delivery (P13); null when the parent's applies, or a text is enough. */
  deliveryProof: z.nullable(z.enum(deliveryProofs)),
  /** Whether it asks buyers for the data of a manual delivery (P09), with an example; null when the parent's applies. */
  deliveryData: z.nullable(z.enum(deliveryDataAsks)),
  deliveryDataHint: z.string(),
  rulesText: z.string(),
  /** What is sold in it; null when the parent's applies, or anything may be. */
  kind: z.nullable(z.enum(categoryKinds)),
  /** Its own delivery types (S01); null when the parent's apply, or all that the kind allows. */
  deliveryTypes: z.nullable(z.array(z.enum(deliveryTypes))),
  /** Its own icon; null when the parent's is shown, or none. */
  icon: z.nullable(z.enum(categoryIcons)),
  attributes: z.array(attribute),
  /** The number of its own listings that are not removed, and of those on sale, without subcategories. */
  listings: z.int(),
  onSale: z.int(),
});
export type StaffCategory = z.infer<typeof staffCategory>;

export const listStaffCategories = endpoint({
  method: 'GET',
  path: '/staff/categories',
  auth: 'staff',
  summary: 'The whole tree, inactive categories included, each parent before its children.',
  reply: z.object({
    items: z.array(staffCategory),
    /** How long a sale is held where no category says otherwise. */
    generalHoldMs: z.int(),
    editable: z.boolean(),
  }),
});

export const getStaffCategory = endpoint({
  method: 'GET',
  path: '/staff/categories/{id}',
  auth: 'staff',
  summary:
    'One category with its change history and the number of listings on sale that fill each of its fields.',
  params: z.strictObject({ id: idText }),
  reply: z.object({
    category: staffCategory,
    filled: z.record(z.string(), z.int()),
    history: z.array(
      z.object({
        at: instant,
        by: z.nullable(z.string()),
        kind: z.string(),
        changed: z.array(z.string()),
        reason: z.nullable(z.string()),
      }),
    ),
    editable: z.boolean(),
  }),
  errors: ['not_found'],
});

const name = z
  .string('Dê um nome à categoria.')
  .check(
    singleLine,
    z.minLength(2, 'Dê um nome à categoria.'),
    z.maxLength(60, 'Use até 60 letras no nome.'),
  );

const icon = z.optional(z.nullable(z.enum(categoryIcons, 'Escolha um ícone da lista.')));

export const createStaffCategory = endpoint({
  method: 'POST',
  path: '/staff/categories',
  auth: 'staff',
  summary: 'Adds a category at the end of its siblings. Its address is made from the name and never changes.',
  idempotent: true,
  body: z.strictObject({ name, parentId: z.nullable(id), icon }),
  status: 201,
  reply: staffCategory,
  errors: ['invalid_request', 'forbidden', 'category_in_use'],
});

const asked = z.strictObject({
  key: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'Dê um nome ao campo.')),
  label: z
    .string('Dê um nome ao campo.')
    .check(singleLine, z.minLength(2, 'Dê um nome ao campo.'), z.maxLength(60, 'Use até 60 letras.')),
  type: z.enum(attributeTypes, 'Escolha o tipo do campo.'),
  options: z.optional(
    z
      .array(
        z
          .string()
          .check(singleLine, z.minLength(1, 'Escreva a opção.'), z.maxLength(60, 'Use até 60 letras.')),
      )
      .check(z.maxLength(categoryLimits.options, `Use até ${categoryLimits.options} opções.`)),
  ),
  mask: z.optional(z.string().check(singleLine, z.maxLength(40, 'Use até 40 letras.'))),
  help: z.optional(z.string().check(singleLine, z.maxLength(200, 'Use até 200 letras.'))),
  required: z.boolean(),
  filterable: z.boolean(),
});

export const changeStaffCategory = endpoint({
  method: 'PATCH',
  path: '/staff/categories/{id}',
  auth: 'staff',
  summary: 'Changes the name, fields and rules of a category. Listings on sale stay as they are.',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({
    name: z.optional(name),
    active: z.optional(z.boolean()),
    risky: z.optional(z.boolean()),
    randomContent: z.optional(z.boolean()),
    warrantyDays: z.optional(
      z
        .int('Informe os dias de garantia.')
        .check(
          z.minimum(warranty.min, `A garantia é de ao menos ${warranty.min} dias.`),
          z.maximum(warranty.max, `A garantia é de até ${warranty.max} dias.`),
        ),
    ),
    holdDays: z.optional(
      z.nullable(
        z
          .int('Informe os dias de retenção.')
          .check(
            z.minimum(hold.min, `A retenção é de ao menos ${hold.min} dias.`),
            z.maximum(hold.max, `A retenção é de até ${hold.max} dias.`),
          ),
      ),
    ),
    kind: z.optional(z.nullable(z.enum(categoryKinds, 'Escolha o que é vendido aqui.'))),
    /** Within what its kind allows. */
    deliveryTypes: z.optional(
      z.nullable(
        z
          .array(z.enum(deliveryTypes, 'Escolha como se entrega.'))
          .check(
            z.minLength(1, 'Escolha ao menos uma forma de entrega.'),
            z.maxLength(deliveryTypes.length, 'Escolha cada forma de entrega uma vez.'),
          ),
      ),
    ),
    icon,
    deliveryProof: z.optional(z.nullable(z.enum(deliveryProofs, 'Escolha a prova da entrega.'))),
    deliveryData: z.optional(z.nullable(z.enum(deliveryDataAsks, 'Escolha se os dados são pedidos.'))),
    deliveryDataHint: z.optional(
      z
        .string()
        .check(
          singleLine,
          z.maxLength(deliveryDataLimits.hint, `Use até ${deliveryDataLimits.hint} letras.`),
        ),
    ),
    rulesText: z.optional(z.string().check(z.trim(), z.maxLength(2_000, 'Use até 2.000 letras.'))),
    attributes: z.optional(
      z
        .array(asked)
        .check(z.maxLength(categoryLimits.attributes, `Use até ${categoryLimits.attributes} campos.`)),
    ),
  }),
  reply: staffCategory,
  errors: ['not_found', 'invalid_request', 'forbidden', 'category_in_use'],
});

export const moveStaffCategory = endpoint({
  method: 'PUT',
  path: '/staff/categories/{id}/place',
  auth: 'staff',
  summary:
    'Moves a category with its subtree: under another parent, or to a position among its siblings (from 1).',
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ parentId: z.nullable(id), position: z.int().check(z.minimum(1), z.maximum(1_000)) }),
  reply: z.object({ items: z.array(staffCategory) }),
  errors: ['not_found', 'invalid_request', 'forbidden', 'category_in_use'],
});

export const removeStaffCategory = endpoint({
  method: 'POST',
  path: '/staff/categories/{id}/removal',
  auth: 'staff',
  summary:
    'Removes a category without children; its listings move to another one. A category that has orders stays, inactive.',
  idempotent: true,
  params: z.strictObject({ id: idText }),
  body: z.strictObject({ moveTo: z.nullable(id) }),
  reply: z.object({ moved: z.int() }),
  errors: ['not_found', 'invalid_request', 'forbidden', 'category_in_use'],
});
