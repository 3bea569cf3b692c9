import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { getListing } from '#contract/listings/listings.ts';
import { overlayEntryState, useCloseOverlayEntry } from '#web/navigation/overlay-entry.ts';
import { awayText } from '#web/listings/vacations/away-text.ts';
import { useSession } from '#web/session.tsx';

export type Listing = Reply<typeof getListing>;

export interface Purchase {
  quantity: number;
  setQuantity: (quantity: number) => void;
  own: boolean;
  /** Why it can't be bought now; undefined when it can. */
  refusal: string | undefined;
  /**
   * Whether the sheet is open: `?comprar=1`, once the session is known. For a listing that can be bought, visitors sign
   * in there.
   */
  open: boolean;
  start: () => void;
  close: () => void;
}

/** The parameter of the address while the sheet is open. */
export const openKey = 'comprar';
const quantityKey = 'quantidade';

/** The choices of this purchase, stored in the address so that signing in, reloading and going back preserve them. */
export function usePurchase(listing: Listing): Purchase {
  const session = useSession();
  const navigate = useNavigate();
  const closeEntry = useCloseOverlayEntry();
  const { pathname, state } = useLocation();
  const [search, setSearch] = useSearchParams();
  const own = session.signedIn && session.user.id === listing.seller.id;
  const refusal = refusalOf(listing, own);
  const quantity = clamp(Number(search.get(quantityKey) ?? 1), listing.stock);

  function start(): void {
    const path = `${pathname}?${openKey}=1${quantity > 1 ? `&${quantityKey}=${quantity}` : ''}`;
    void navigate(path, { state: overlayEntryState, preventScrollReset: true });
  }

  function close(): void {
    closeEntry(() => write((next) => next.delete(openKey)));
  }

  function write(change: (next: URLSearchParams) => void): void {
    setSearch(
      (present) => {
        const next = new URLSearchParams(present);
        change(next);
        return next;
      },
      { replace: true, state, preventScrollReset: true },
    );
  }

  return {
    quantity,
    setQuantity: (requested) =>
      write((next) => {
        const clamped = clamp(requested, listing.stock);
        if (clamped > 1) next.set(quantityKey, String(clamped));
        else next.delete(quantityKey);
      }),
    own,
    refusal,
    open: search.get(openKey) === '1' && (session.signedIn || (!session.loading && !refusal)),
    start,
    close,
  };
}

function refusalOf(listing: Listing, own: boolean): string | undefined {
  if (own) return 'Este anúncio é seu. Você não pode comprar o que está vendendo.';
  if (listing.state === 'sold_out' || (listing.state === 'published' && listing.stock === 0))
    return 'Acabou. Veja os parecidos mais abaixo.';
  if (listing.state === 'paused') return 'A venda está pausada. Veja os parecidos mais abaixo.';
  if (listing.state === 'published' && listing.awayUntil) return awayText(listing.awayUntil);
  return listing.state === 'published'
    ? undefined
    : 'Este anúncio saiu do ar. Veja os parecidos mais abaixo.';
}

function clamp(quantity: number, stock: number): number {
  return Number.isSafeInteger(quantity) ? Math.max(1, Math.min(quantity, Math.max(1, stock))) : 1;
}
