import type {
  BoughtLabel,
  LabelRequest,
  ShippingProvider,
} from '#server/adapters/shipping/shipping-provider.ts';
import type { CarrierEvent, CarrierEventKind } from '#domain/shipping/shipments.ts';
import type { Quote } from '#domain/shipping/tariffs.ts';

const services: readonly Quote[] = [
  {
    source: 'simulator',
    service: 'economy',
    carrier: 'Correios',
    serviceName: 'PAC',
    priceCents: 2_000,
    businessDays: 6,
  },
  {
    source: 'simulator',
    service: 'express',
    carrier: 'Correios',
    serviceName: 'SEDEX',
    priceCents: 3_500,
    businessDays: 2,
  },
];

/** A carrier whose every answer the test writes. */
export interface ScriptedCarrier extends ShippingProvider {
  /** What is charged for each label from now on; the quoted price by default. */
  charges: number | null;
  isAway: boolean;
  bought: LabelRequest[];
  cancelled: string[];
  /** Adds an event to the parcel of an order. */
  report(hash: string, kind: CarrierEventKind, at: Date, words?: string): void;
}

export function createCarrier(): ScriptedCarrier {
  const labels = new Map<string, BoughtLabel>();
  const events = new Map<string, CarrierEvent[]>();
  let codes = 0;
  const carrier: ScriptedCarrier = {
    name: 'simulator',
    charges: null,
    isAway: false,
    bought: [],
    cancelled: [],
    report(hash, kind, at, words = '') {
      events.set(`label-${hash}`, [
        ...(events.get(`label-${hash}`) ?? []),
        { kind, at, place: 'Curitiba/PR', words },
      ]);
    },
    async quote() {
      answer();
      return [...services];
    },
    async buyLabel(request) {
      answer();
      const known = labels.get(request.reference);
      if (known) return known;
      carrier.bought.push(request);
      codes += 1;
      const price = services.find(({ service }) => service === request.service)!.priceCents;
      const label = {
        labelId: `label-${request.reference}`,
        chargedCents: carrier.charges ?? price,
        trackingCode: `TEST${String(codes).padStart(8, '0')}`,
      };
      labels.set(request.reference, label);
      return label;
    },
    async labelPdf(labelIds) {
      answer();
      return Buffer.from(`%PDF-1.4 ${labelIds.join(' ')}`);
    },
    async track(labelId) {
      answer();
      const label = [...labels.values()].find((each) => each.labelId === labelId)!;
      return { ...label, events: events.get(labelId) ?? [] };
    },
    async cancel(labelId) {
      answer();
      carrier.cancelled.push(labelId);
    },
    readWebhook: () => null,
  };

  function answer(): void {
    if (carrier.isAway) throw new Error('the carrier is away');
  }

  return carrier;
}
