import { useCallback, useEffect, useState } from 'react';
import { listAddresses } from '#contract/addresses/addresses.ts';
import type { Address } from '#contract/addresses/addresses.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { ChosenDelivery } from '#contract/shipping/quotes.ts';
import type { DeliveryType } from '#domain/orders/orders.ts';
import { api, ApiError } from '#web/api/api.ts';
import { receivingFirst } from './address-order.ts';
import { useFreightQuote } from './use-freight-quote.ts';

type AddressBook = Reply<typeof listAddresses>;
export type DeliveryWay = ChosenDelivery['type'];
export type DeliveryChoice = ReturnType<typeof useDeliveryChoice>;

export interface DeliveredListing {
  id: number;
  deliveryType: DeliveryType;
  alsoPickup: boolean;
}

/** The ways in which a listing can be received; none where nothing travels (S01). */
export function waysOf({ deliveryType, alsoPickup }: DeliveredListing): readonly DeliveryWay[] {
  if (deliveryType === 'pickup') return ['pickup'];
  if (deliveryType !== 'shipping') return [];
  return alsoPickup ? ['shipping', 'pickup'] : ['shipping'];
}

/**
 * How the buyer receives a listing: the way, the address, and the service with its freight. The address book and the
 * quote are read again by `renew`; what was chosen stays as long as it exists.
 * @param enabled whether the choice is on the screen
 */
export function useDeliveryChoice(listing: DeliveredListing, quantity: number, enabled: boolean) {
  const ways = waysOf(listing);
  const [preferredWay, setWay] = useState<DeliveryWay>('shipping');
  const way = ways.includes(preferredWay) ? preferredWay : (ways[0] ?? null);
  const isShipped = enabled && way === 'shipping';

  const book = useAddressBook(isShipped);
  const [addressId, setAddressId] = useState<number | null>(null);
  const addresses = book.items && receivingFirst(book.items);
  const address = addresses?.find(({ id }) => id === addressId) ?? addresses?.[0] ?? null;
  const [edited, setEdited] = useState<Address | 'new' | null>(null);
  // Without an address the form of the first one is open.
  const form = edited ?? (addresses?.length === 0 ? ('new' as const) : null);

  const freight = useFreightQuote({
    listingId: listing.id,
    quantity,
    postalCode: isShipped && form === null ? (address?.postalCode ?? null) : null,
  });
  const [serviceCode, setServiceCode] = useState<string | null>(null);
  const quote = freight.state.kind === 'quoted' ? freight.state.quote : null;
  const service = quote?.services.find((each) => each.service === serviceCode) ?? quote?.services[0] ?? null;

  const chosen: ChosenDelivery | null =
    way === 'pickup'
      ? { type: 'pickup' }
      : address && quote && service && form === null
        ? { type: 'shipping', addressId: address.id, quoteId: quote.id, service: service.service }
        : null;

  return {
    ways,
    way,
    setWay,
    book,
    addresses,
    address,
    chooseAddress: setAddressId,
    form,
    edit: setEdited,
    freight,
    service,
    chooseService: setServiceCode,
    /** What the purchase sends; null where nothing travels, or while something is missing. */
    chosen,
    /** Null while it is not known yet. */
    freightCents: way === 'shipping' ? (service?.priceCents ?? null) : 0,
    /** Why it cannot be bought yet. */
    missing: way === null || chosen ? undefined : missingText({ form, address, freight, book }),
    /** Reads addresses and freight again. */
    renew: async () => {
      if (!isShipped) return;
      await book.load();
      freight.askAgain();
    },
  };
}

interface Missing {
  form: Address | 'new' | null;
  address: Address | null;
  freight: ReturnType<typeof useFreightQuote>;
  book: ReturnType<typeof useAddressBook>;
}

function missingText({ form, address, freight, book }: Missing): string {
  if (form !== null) return 'Salve o endereço para calcular o frete.';
  if (address === null)
    return book.failed
      ? 'Seus endereços não carregaram. Tente de novo, acima.'
      : 'Carregando seus endereços…';
  return freight.state.kind === 'refused'
    ? 'Ainda não há frete para este endereço. Veja o que fazer, acima.'
    : 'Calculando o frete…';
}

/** The buyer's address book, read when it is needed. */
function useAddressBook(enabled: boolean) {
  const [book, setBook] = useState<AddressBook | null>(null);
  const [failed, setFailed] = useState(false);
  const take = useCallback((loaded: AddressBook | null) => {
    if (loaded) setBook(loaded);
    setFailed(loaded === null);
  }, []);
  useEffect(() => {
    if (enabled) void readAddresses().then(take);
  }, [enabled, take]);
  const load = () => readAddresses().then(take);
  return {
    items: book?.items ?? null,
    max: book?.max ?? 0,
    failed: failed && book === null,
    load,
    retry: () => {
      setFailed(false);
      void load();
    },
  };
}

async function readAddresses(): Promise<AddressBook | null> {
  try {
    return await api(listAddresses);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return null;
  }
}
