import { parsePostalCode } from '#domain/addresses/postal-codes.ts';
import { ownBrowser } from '#web/ui/storage/own-storage.ts';

const key = 'cep';

/** The postal code, eight digits, for which this person last asked what freight costs; it is deleted on sign-out. */
export function readPostalCode(): string | null {
  return parsePostalCode(ownBrowser.read(key) ?? '');
}

export function rememberPostalCode(postalCode: string): void {
  ownBrowser.write(key, postalCode);
}
