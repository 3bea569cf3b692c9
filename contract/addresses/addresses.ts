import * as z from 'zod/mini';
import { addressSizes, addressUses, missingNumber } from '#domain/addresses/addresses.ts';
import { askPostalCode, parsePostalCode } from '#domain/addresses/postal-codes.ts';
import { states } from '#domain/addresses/states.ts';
import { endpoint } from '#contract/endpoint.ts';
import { emptyReply, idText, singleLine } from '#contract/fields.ts';

/** A postal code as typed; its eight digits. */
const postalCode = z.string(askPostalCode).check(
  z.maxLength(20, askPostalCode),
  z.overwrite((typed) => parsePostalCode(typed) ?? ''),
  z.minLength(1, askPostalCode),
);

const line = (max: number) => z.string().check(singleLine, z.maxLength(max, `Use até ${max} letras.`));
const requiredLine = (ask: string, max: number) =>
  z.string(ask).check(singleLine, z.minLength(1, ask), z.maxLength(max, `Use até ${max} letras.`));

const state = z.enum(states, 'Escolha o estado.');

const content = {
  label: requiredLine('Dê um nome a este endereço. Ex.: Casa', addressSizes.label),
  recipient: requiredLine('Informe o nome de quem recebe.', addressSizes.recipient),
  phone: z
    .string('Informe um celular com DDD.')
    .check(z.minLength(1, 'Informe um celular com DDD.'), z.maxLength(30, 'Este número é longo demais.')),
  postalCode,
  street: requiredLine('Informe a rua ou avenida.', addressSizes.street),
  /** Null: the building has no number. */
  number: z.nullable(requiredLine(missingNumber, addressSizes.number)),
  complement: line(addressSizes.complement),
  district: requiredLine('Informe o bairro.', addressSizes.district),
  city: requiredLine('Informe a cidade.', addressSizes.city),
  state,
};
const body = z.strictObject(content);

/** An address as its owner sees it. */
const address = z.object({
  id: z.int(),
  label: z.string(),
  recipient: z.string(),
  /** E.164. */
  phone: z.string(),
  /** Eight digits. */
  postalCode: z.string(),
  street: z.string(),
  number: z.nullable(z.string()),
  complement: z.string(),
  district: z.string(),
  city: z.string(),
  state: z.enum(states),
  /** The uses of which it is the default. */
  defaultFor: z.array(z.enum(addressUses)),
});
export type Address = z.infer<typeof address>;

export const listAddresses = endpoint({
  method: 'GET',
  path: '/addresses',
  auth: 'user',
  summary: 'The person’s own addresses, oldest first (S03).',
  reply: z.object({ items: z.array(address), max: z.int() }),
});

export const createAddress = endpoint({
  method: 'POST',
  path: '/addresses',
  auth: 'user',
  idempotent: true,
  status: 201,
  summary: 'Adds an address; the first one becomes the default. At most 10 (S03).',
  body,
  // Replies of idempotent calls are stored, and an address is stored sealed only.
  reply: z.object({ id: z.int() }),
  errors: ['limit_reached'],
});

const params = z.strictObject({ id: idText });

export const changeAddress = endpoint({
  method: 'PUT',
  path: '/addresses/{id}',
  auth: 'user',
  summary: 'Replaces the content of an own address.',
  params,
  body,
  reply: address,
  errors: ['not_found'],
});

export const setDefaultAddress = endpoint({
  method: 'PUT',
  path: '/addresses/{id}/default',
  auth: 'user',
  summary: 'Makes an own address the default for receiving or for sending.',
  params,
  body: z.strictObject({ use: z.enum(addressUses, 'Escolha para receber ou para enviar.') }),
  reply: emptyReply,
  errors: ['not_found'],
});

export const deleteAddress = endpoint({
  method: 'DELETE',
  path: '/addresses/{id}',
  auth: 'user',
  summary:
    'Deletes an own address; if it was a default, the oldest of the others becomes it. Refused while shipped listings are sent from it.',
  params,
  reply: emptyReply,
  errors: ['not_found', 'address_in_use'],
});

export const getPostalCode = endpoint({
  method: 'GET',
  path: '/public/postal-codes/{postalCode}',
  auth: 'public',
  summary: 'The address of a postal code; only its state while the lookup service gives no answer.',
  limit: { max: 60, windowMs: 60_000, by: 'ip' },
  params: z.strictObject({ postalCode: z.string().check(z.maxLength(20)) }),
  reply: z.object({
    postalCode: z.string(),
    state: z.enum(states),
    /** Empty where the postal code covers a whole town, or the lookup service did not reply. */
    street: z.string(),
    district: z.string(),
    city: z.string(),
    /** The IBGE's number of the municipality. */
    cityCode: z.nullable(z.int()),
    /** `range`: the lookup service gave no answer, and only the state is known. */
    source: z.enum(['lookup', 'range']),
  }),
  errors: ['too_many_requests'],
});
