import { trackingCodeSize } from '#domain/shipping/tracking-codes.ts';
import type { CarrierEvent } from '#domain/shipping/shipments.ts';
import { byPriceAndDays } from '#domain/shipping/tariffs.ts';
import type { Quote } from '#domain/shipping/tariffs.ts';

/** One service of `shipment/calculate`; prices are texts in reais. */
export interface CalculatedService {
  id: number;
  name: string;
  price?: string | number;
  custom_price?: string | number;
  delivery_time?: number;
  custom_delivery_time?: number;
  /** Why the service does not take this parcel. */
  error?: string;
  company?: { name: string };
}

/** An item of the cart, or a paid label, which keeps its id. */
export interface MelhorEnvioOrder {
  id: string;
  status: string;
  price: string | number;
  paid_at: string | null;
  tracking: string | null;
  updated_at: string | null;
  tags?: readonly { tag: string }[] | null;
}

/** The milestones of `shipment/tracking`: Melhor Envio lists no single events. */
export interface TrackedOrder {
  status: string;
  tracking: string | null;
  posted_at: string | null;
  delivered_at: string | null;
}

/** Quotes of the services that take the parcel, by the prices and days that the account set, cheapest first. */
export function readQuotes(services: readonly CalculatedService[]): Quote[] {
  return services
    .flatMap((service): Quote[] => {
      const priceCents = centsOf(service.custom_price ?? service.price);
      const businessDays = service.custom_delivery_time ?? service.delivery_time;
      if (service.error || priceCents === null || !Number.isSafeInteger(businessDays)) return [];
      return [
        {
          source: 'melhor_envio',
          service: String(service.id),
          carrier: service.company?.name ?? 'Melhor Envio',
          serviceName: service.name,
          priceCents,
          businessDays: businessDays!,
        },
      ];
    })
    .toSorted(byPriceAndDays);
}

/** Reais, as a text or a number, in centavos; null when it is no price. */
export function centsOf(reais: string | number | undefined): number | null {
  const text = typeof reais === 'number' ? reais.toFixed(2) : (reais ?? '');
  const [, whole, fraction = ''] = /^(\d{1,7})(?:\.(\d{1,4}))?$/.exec(text) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Math.round(Number(`0.${fraction || 0}`) * 100);
}

/** The milestones as events. A label that is «undelivered» says only when it last changed. */
export function eventsOf(tracked: TrackedOrder, updatedAt: string | null): CarrierEvent[] {
  return [
    eventAt('posted', tracked.posted_at, 'Objeto postado'),
    eventAt('delivered', tracked.delivered_at, 'Objeto entregue'),
    eventAt(
      'attempt_failed',
      tracked.status === 'undelivered' ? updatedAt : null,
      'Não foi possível entregar',
    ),
  ].filter((event) => event !== null);
}

/** The carrier's code; that of Melhor Envio itself is unknown to carriers and left out. */
export function trackingCodeOf({ tracking }: { tracking: string | null }): string | null {
  if (typeof tracking !== 'string') return null;
  const code = tracking.trim().toUpperCase();
  return code.length >= trackingCodeSize.min && code.length <= trackingCodeSize.max ? code : null;
}

function eventAt(kind: CarrierEvent['kind'], time: string | null, words: string): CarrierEvent | null {
  const at = timeOf(time);
  return at && { kind, at, place: '', words };
}

/** `2026-01-02 14:00:00` without a zone, which is UTC. */
function timeOf(text: string | null): Date | null {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return null;
  const at = new Date(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}
