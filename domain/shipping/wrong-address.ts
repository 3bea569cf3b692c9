import type { CarrierEvent } from './shipments.ts';

/** What carriers say of an address that the buyer gave wrongly, without accents and in lower case. */
const wrongAddress =
  /endereco (incorreto|insuficiente|inexistente|errado|invalido|desconhecido)|numero inexistente|nao existe o numero|desconhecido no (endereco|local)|mudou[- ]se/;

/**
 * S10: whether a parcel came back because the buyer's address was wrong; then the price goes back less the freights.
 * Carriers say the reason in words only. For any other reason, and without one, everything goes back.
 */
export function isReturnedForAddress(events: readonly Pick<CarrierEvent, 'kind' | 'words'>[]): boolean {
  return events.some(
    ({ kind, words }) =>
      (kind === 'attempt_failed' || kind === 'returning' || kind === 'returned') &&
      wrongAddress.test(plain(words)),
  );
}

const plain = (words: string) => words.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
