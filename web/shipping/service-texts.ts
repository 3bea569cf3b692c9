import type { FreightService } from '#contract/shipping/quotes.ts';
import type { ApiError } from '#web/api/api.ts';
import { formatCents, formatDate } from '#web/ui/data/formats.ts';

/** «Correios PAC». */
export function serviceName({ carrier, name }: Pick<FreightService, 'carrier' | 'name'>): string {
  return `${carrier} ${name}`;
}

/** «Grátis» where the buyer pays nothing. */
export function freightText(cents: number): string {
  return cents === 0 ? 'Grátis' : formatCents(cents);
}

/** «chega até 3 dez»: the year is that of the next days. */
export function arrivalText({ arrivesBy }: Pick<FreightService, 'arrivesBy'>): string {
  return `chega até ${formatDate(arrivesBy).replace(/ \d{4}$/, '')}`;
}

/** Shown with prices of the own table while the carriers' service gives no answer (S04). */
export const fallbackText = 'A transportadora não respondeu; mostramos a nossa tabela.';

/**
 * Why there is no quote, where a postal code or a quantity is the reason; null for other errors.
 * @param remedy what to do about an unknown postal code, which depends on where it was typed
 */
export function quoteFault(error: ApiError, remedy: string): string | null {
  if (isUnknownPostalCode(error)) return `Não encontramos este CEP. ${remedy}`;
  return error.fields.postalCode ?? error.fields.quantity ?? null;
}

/** Whether the postal code is unknown; only that refusal comes with the state of its range. */
export function isUnknownPostalCode({ fields, meta }: ApiError): boolean {
  return fields.postalCode !== undefined && 'state' in meta;
}
