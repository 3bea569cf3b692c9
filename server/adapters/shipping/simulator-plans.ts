import type { State } from '#domain/addresses/states.ts';
import { addBusinessDays, addDays, noClosedDays, saoPauloDay, startOfDay } from '#domain/business-days.ts';
import type { Day } from '#domain/business-days.ts';
import type { CarrierEventKind } from '#domain/shipping/shipments.ts';

/** What becomes of a simulated parcel, by the last three digits of the postal code it goes to. */
export const scenarios = {
  '901': 'late',
  '902': 'lost',
  '903': 'silent',
  '904': 'refused',
  '905': 'not_collected',
  '906': 'disordered',
  '907': 'dearer',
  '908': 'unposted',
  '909': 'away',
  '910': 'slow',
  '911': 'second_attempt',
  '912': 'away_once',
} as const;
export type Scenario = (typeof scenarios)[keyof typeof scenarios] | 'usual';

export function scenarioOf(toPostalCode: string): Scenario {
  const ending = toPostalCode.slice(-3);
  return Object.hasOwn(scenarios, ending) ? scenarios[ending as keyof typeof scenarios] : 'usual';
}

/** An event that will happen, and when the carrier reports it. */
export interface PlannedEvent {
  kind: CarrierEventKind;
  at: Date;
  reportedAt: Date;
  place: string;
  words: string;
}

export interface Journey {
  scenario: Scenario;
  boughtAt: Date;
  businessDays: number;
  from: State;
  to: State;
}

const hour = 3_600_000;

/** All events of a parcel, planned when its label is bought: it is posted in the afternoon of the next business day. */
export function planJourney({ scenario, boughtAt, businessDays, from, to }: Journey): PlannedEvent[] {
  if (scenario === 'unposted') return [];
  const postingDay = after(saoPauloDay(boughtAt), 1);
  const arrivalDay = after(postingDay, businessDays + (scenario === 'late' ? 6 : 0));
  const branch = `Agência em ${to}`;
  const unit = `Unidade de distribuição em ${to}`;
  const start = [
    event(postingDay, 15, 'posted', `Agência em ${from}`),
    event(postingDay, 22, 'moved', `Unidade de tratamento em ${from}`),
  ];
  const arrival = event(arrivalDay, 9, 'out_for_delivery', unit);
  switch (scenario) {
    case 'silent':
      return start.slice(0, 1);
    case 'lost':
      return [...start, event(after(arrivalDay, 5), 12, 'lost', unit)];
    case 'refused':
      return [
        ...start,
        arrival,
        event(arrivalDay, 14, 'refused', unit),
        event(after(arrivalDay, 1), 10, 'returning', unit),
        event(after(arrivalDay, 1 + businessDays), 14, 'returned', `Agência em ${from}`),
      ];
    case 'not_collected':
      return [
        ...start,
        event(arrivalDay, 9, 'awaiting_collection', branch),
        event(addDays(arrivalDay, 8), 10, 'returning', branch),
        event(after(addDays(arrivalDay, 8), businessDays), 14, 'returned', `Agência em ${from}`),
      ];
    case 'second_attempt':
      return [
        ...start,
        arrival,
        event(arrivalDay, 17, 'attempt_failed', unit),
        event(after(arrivalDay, 1), 9, 'out_for_delivery', unit),
        event(after(arrivalDay, 1), 14, 'delivered', unit),
      ];
    case 'disordered':
      return disorder([...start, arrival, event(arrivalDay, 14, 'delivered', unit)]);
    default:
      return [...start, arrival, event(arrivalDay, 14, 'delivered', unit)];
  }
}

function event(day: Day, hours: number, kind: CarrierEventKind, place: string): PlannedEvent {
  const at = new Date(startOfDay(day).getTime() + hours * hour);
  return { kind, at, reportedAt: at, place, words: words[kind] };
}

/** All but the first and the last event are reported two hours after the last. */
function disorder(events: readonly PlannedEvent[]): PlannedEvent[] {
  const last = events.at(-1)!;
  const late = new Date(last.at.getTime() + 2 * hour);
  return events.map((each, index) => (index === 0 || each === last ? each : { ...each, reportedAt: late }));
}

const after = (day: Day, days: number) => addBusinessDays(day, days, noClosedDays);

export const words: Readonly<Record<CarrierEventKind, string>> = {
  posted: 'Objeto postado',
  moved: 'Objeto em transferência',
  out_for_delivery: 'Objeto saiu para entrega ao destinatário',
  attempt_failed: 'Destinatário ausente: será feita nova tentativa',
  refused: 'Destinatário recusou o objeto',
  awaiting_collection: 'Objeto aguardando retirada na agência',
  returning: 'Objeto em devolução ao remetente',
  lost: 'Objeto extraviado',
  returned: 'Objeto devolvido ao remetente',
  delivered: 'Objeto entregue ao destinatário',
};
