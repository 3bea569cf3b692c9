import type { AddressFields } from '#domain/addresses/addresses.ts';
import type { Keys } from '#server/context.ts';
import { seal, unseal } from '#server/secrets/seal.ts';

/** What the encryption is bound to: in another person's or address's row it cannot be decrypted. */
interface Place {
  id: number;
  userId: number;
}

const binding = ({ id, userId }: Place) => `address:${userId}:${id}`;

/** Encrypts the content of an address, as delivery data is (ADR 57). */
export function sealAddress(keys: Keys, place: Place, fields: AddressFields): Buffer {
  return seal(keys.seal, binding(place), JSON.stringify(fields));
}

/** Decrypts the content of an address; throws when the row, the key or the bytes differ. */
export function unsealAddress(keys: Keys, place: Place, sealed: Buffer): AddressFields {
  return JSON.parse(unseal(keys.seal, binding(place), sealed)) as AddressFields;
}
