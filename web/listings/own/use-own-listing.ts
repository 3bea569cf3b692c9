import { useRevalidator } from 'react-router';
import {
  copyListing,
  renewListing,
  setListingPause,
  updateListing,
} from '#contract/listings/own-listings.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { api, ApiError, newIdempotencyKey } from '#web/api/api.ts';
import { formatDate } from '#web/ui/data/formats.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';

interface Titled {
  id: number;
  title: string;
}

/** The seller's actions on listings in the list. Reversible ones run at once and offer to undo. */
export function useOwnListings() {
  const { revalidate } = useRevalidator();

  async function attempt(failure: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      aviso.erro(failure, error.detail);
    }
    await revalidate();
  }

  /** Runs one after the other, because each pause succeeds or fails on its own; failures are reported together. */
  async function setPaused(listings: readonly Titled[], paused: boolean, undoable = true): Promise<void> {
    const done: Titled[] = [];
    const failed: string[] = [];
    for (const listing of listings)
      try {
        await api(setListingPause, { params: { id: listing.id }, body: { paused } });
        done.push(listing);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        failed.push(`${listing.title}: ${error.detail}`);
      }
    await revalidate();
    const undo = undoable ? { desfazer: () => void setPaused(done, !paused, false) } : {};
    if (done.length > 0) aviso.sucesso(pausedText(done.length, paused), namesOf(done), undo);
    if (failed.length > 0)
      aviso.erro(paused ? 'Nem tudo foi pausado' : 'Nem tudo voltou a vender', failed.slice(0, 3).join(' '));
  }

  return {
    setPaused,
    copy: async ({ id }: Titled): Promise<number | null> => {
      let copy: number | null = null;
      await attempt('A cópia não foi criada', async () => {
        const made = await api(copyListing, { params: { id }, idempotencyKey: newIdempotencyKey() });
        copy = made.id;
      });
      return copy;
    },
    renew: ({ id, title }: Titled) =>
      attempt('O anúncio não foi renovado', async () => {
        const { expiresAt } = await api(renewListing, {
          params: { id },
          idempotencyKey: newIdempotencyKey(),
        });
        aviso.sucesso(
          'Anúncio renovado',
          `${title}${expiresAt ? `, no ar até ${formatDate(expiresAt)}` : ''}`,
        );
      }),
    /** Saves a price or a stock and offers to undo. Throws errors that the row must show. */
    save: async (
      { id, title }: Titled,
      body: BodyInput<typeof updateListing>,
      before: BodyInput<typeof updateListing>,
    ): Promise<void> => {
      await api(updateListing, { params: { id }, body });
      await revalidate();
      aviso.sucesso('Anúncio atualizado', title, {
        desfazer: () =>
          void attempt('O valor anterior não foi restaurado', async () => {
            await api(updateListing, { params: { id }, body: before });
          }),
      });
    },
  };
}

function pausedText(count: number, paused: boolean): string {
  if (count === 1) return paused ? 'Anúncio pausado' : 'Anúncio ativo';
  return paused ? `${count} anúncios pausados` : `${count} anúncios ativos`;
}

function namesOf(listings: readonly Titled[]): string {
  const [first, ...others] = listings;
  return others.length === 0 ? first!.title : `${first!.title} e mais ${others.length}`;
}
