import type { RiskFacts } from '#domain/risk/facts.ts';
import { day, hour } from './world.ts';
import type { MadeOrder } from './world.ts';

interface Trace {
  at: number;
  buyerId: number;
  cents: number;
  order: MadeOrder;
}

/** The traces of one device, network, document or card, the newest last. */
type Traces = Map<string | number, Trace[]>;

/**
 * What production reads from PostgreSQL (`risk_at_placing`, `risk_at_payment`), from a history in memory: an order is
 * asked about, then added. Only what is known by then counts.
 */
export class HistoryFacts {
  #devices: Traces = new Map();
  #networks: Traces = new Map();
  #documents: Traces = new Map();
  #cards: Traces = new Map();
  #bought: Traces = new Map();
  #sold: Traces = new Map();
  /** Sellers by their devices and payout keys. */
  #ties = new Map<string, Set<number>>();

  factsOf(order: MadeOrder): RiskFacts {
    const { at, buyer, seller, device, network } = order;
    const byDevice = within(this.#devices, device.key, at - 30 * day);
    const byNetwork = within(this.#networks, network, at - day);
    const byDocument = within(this.#documents, buyer.document, at - 30 * day);
    const bought = (this.#bought.get(buyer.id) ?? []).slice(-50);
    const recent = bought.filter((trace) => trace.at > at - 90 * day);
    const sold = (this.#sold.get(seller.id) ?? []).slice(-50);
    const lastDay = (traces: Trace[], ms = day) => traces.filter((trace) => trace.at > at - ms);
    const month = lastDay(sold, 30 * day);
    const cards = order.card ? lastDay(within(this.#cards, order.card, at - day)) : [];
    const linked = [...byDevice, ...byDocument, ...bought];
    return {
      amountCents: order.amountCents,
      instant: order.instant,
      priceBps: order.priceBps,
      accountAgeMs: at - buyer.since,
      securityAgeMs: order.securityChangedAt === null ? null : at - order.securityChangedAt,
      deviceAgeMs: at - device.since,
      bought: bought.length,
      largestCents: Math.max(0, ...bought.map(({ cents }) => cents)),
      boughtRecently: recent.length,
      // A refund takes two days, a complaint one.
      refundedRecently: recent.filter((trace) => trace.order.refunded && trace.at < at - 2 * day).length,
      tradedBefore: bought.some((trace) => trace.order.seller === seller && !trace.order.refunded),
      deviceAccounts: others(byDevice, buyer.id),
      deviceOrdersHour: lastDay(byDevice, hour).length,
      deviceOrdersDay: lastDay(byDevice).length,
      deviceCentsDay: sum(lastDay(byDevice)),
      networkAccounts: others(byNetwork, buyer.id),
      networkOrdersHour: lastDay(byNetwork, hour).length,
      documentAccounts: others(byDocument, buyer.id),
      documentOrdersDay: lastDay(byDocument).length,
      documentCentsDay: sum(lastDay(byDocument)),
      declines: order.declines,
      sellerAgeMs: at - seller.since,
      sold: sold.length,
      soldDay: lastDay(sold).length,
      soldMonth: month.length,
      claimsMonth: month.filter((trace) => trace.order.complained && trace.at < at - day).length,
      sellerLinks: new Set(this.#tiedTo(seller).filter((id) => id !== seller.id)).size,
      sharedDevice:
        seller.devices.includes(device.key) || buyer.devices.some(({ key }) => seller.devices.includes(key)),
      sharedKey: false,
      sharedDocument: buyer.document === seller.document,
      sharedNetwork: seller.networks.includes(network),
      frauds: linked.filter((trace) => trace.order.knownAt !== null && trace.order.knownAt < at).length,
      otherPayer: order.otherPayer,
      cardAccounts: others(cards, buyer.id),
      cardOrdersDay: cards.length,
    };
  }

  #tiedTo({ devices, keys }: MadeOrder['seller']): number[] {
    return [...devices, ...keys].flatMap((tie) => [...(this.#ties.get(tie) ?? [])]);
  }

  add(order: MadeOrder): void {
    const { at, buyer, seller, device, network, card } = order;
    const trace = { at, buyerId: buyer.id, cents: order.amountCents, order };
    append(this.#devices, device.key, trace);
    append(this.#networks, network, trace);
    append(this.#documents, buyer.document, trace);
    append(this.#bought, buyer.id, trace);
    append(this.#sold, seller.id, trace);
    if (card) append(this.#cards, card, trace);
    for (const tie of [...seller.devices, ...seller.keys])
      this.#ties.set(tie, (this.#ties.get(tie) ?? new Set()).add(seller.id));
  }
}

function append(traces: Traces, key: string | number, trace: Trace): void {
  const known = traces.get(key);
  if (known) known.push(trace);
  else traces.set(key, [trace]);
}

/** The newest two hundred since a moment, as PostgreSQL reads them. */
function within(traces: Traces, key: string, since: number): Trace[] {
  return (traces.get(key) ?? []).slice(-200).filter(({ at }) => at > since);
}

const others = (traces: Trace[], id: number) =>
  new Set(traces.map(({ buyerId }) => buyerId).filter((buyerId) => buyerId !== id)).size;
const sum = (traces: Trace[]) => traces.reduce((total, { cents }) => total + cents, 0);
