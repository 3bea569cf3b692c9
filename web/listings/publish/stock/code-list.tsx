import { Trash2 } from '#web/ui/icons/icons.tsx';
import { Suspense, useEffect, useState } from 'react';
import type { Reply } from '#contract/endpoint.ts';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import { deleteCode, listCodes } from '#contract/listings/codes.ts';
import { getOwnListing } from '#contract/listings/own-listings.ts';
import type { CodeState } from '#domain/listings/listings.ts';
import { api, ApiError } from '#web/api/api.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatCount } from '#web/ui/data/formats.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';

const AlertDialog = lazyPart(async () => ({
  default: (await import('#web/boot/alert-dialog.tsx')).AlertDialog,
}));

const stateLabels: Record<CodeState, string> = {
  available: 'À venda',
  reserved: 'Reservado',
  delivered: 'Entregue',
  replaced: 'Substituído',
  invalidated: 'Retirado',
};

type Codes = Reply<typeof listCodes>;

/** The stored codes by their last four characters, fifty at a time; an unsold one can be withdrawn. */
export function CodeList({
  listing,
  onChanged,
}: {
  listing: OwnListing;
  onChanged: (listing: OwnListing) => void;
}) {
  const [codes, setCodes] = useState<Codes>({ items: [], total: 0, next: null });
  const [busy, setBusy] = useState<'more' | 'removal' | null>(null);
  const [removing, setRemoving] = useState<Codes['items'][number] | null>(null);
  const { id, codesCount } = listing;

  // The list is on the server; a change of the count remounts this component.
  useEffect(() => {
    let isUnmounted = false;
    const found = api(listCodes, { params: { id } });
    found.then((first) => !isUnmounted && setCodes(first), showError('Não deu para listar os códigos'));
    return () => {
      isUnmounted = true;
    };
  }, [id]);

  async function more(after: number): Promise<void> {
    setBusy('more');
    try {
      const page = await api(listCodes, { params: { id }, query: { after: `${after}` }, interactive: true });
      setCodes(({ items }) => ({ ...page, items: [...items, ...page.items] }));
    } catch (error) {
      showError('Não deu para listar os códigos')(error);
    } finally {
      setBusy(null);
    }
  }

  async function remove(codeId: number): Promise<void> {
    setBusy('removal');
    try {
      await api(deleteCode, { params: { id, codeId } });
      onChanged(await api(getOwnListing, { params: { id } }));
    } catch (error) {
      showError('O código continua no estoque')(error);
    } finally {
      setBusy(null);
      setRemoving(null);
    }
  }

  if (codes.total === 0) return null;
  return (
    <section aria-label="Códigos guardados" className="rounded-lg border border-border bg-surface">
      <h2 className="border-b border-border px-4 py-3 text-ui font-semibold">
        {formatCount(codesCount, 'código à venda', 'códigos à venda')}
      </h2>
      {/* A scrollable region must be reachable by keyboard, also when no code in it can be withdrawn. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex */}
      <ul
        className="max-h-64 divide-y divide-border overflow-y-auto -outline-offset-2"
        aria-label="Lista de códigos"
        tabIndex={0}
      >
        {codes.items.map((code) => (
          <li key={code.id} className="flex min-h-12 items-center gap-3 pr-1 pl-4 text-sm">
            <span className="font-mono">{code.preview}</span>
            <span className="flex-1 text-ink-3">{stateLabels[code.state]}</span>
            {code.state === 'available' && (
              <IconButton
                label={`Retirar o código terminado em ${code.preview}`}
                icon={<Trash2 aria-hidden="true" className="size-4.5" />}
                onClick={() => setRemoving(code)}
              />
            )}
          </li>
        ))}
      </ul>
      {removing && (
        <Suspense>
          <AlertDialog
            open
            onOpenChange={() => setRemoving(null)}
            title={`Retirar o código terminado em ${removing.preview}?`}
            description="Ele sai do estoque e não pode mais ser vendido aqui, nem se você o colar outra vez."
            cancelLabel="Manter código"
            confirmLabel="Retirar código"
            loading={busy === 'removal'}
            onConfirm={() => void remove(removing.id)}
          />
        </Suspense>
      )}
      {codes.next !== null && (
        <div className="border-t border-border p-2">
          <Button variant="quiet" loading={busy === 'more'} onClick={() => void more(codes.next!)}>
            {`Carregar mais (${codes.items.length} de ${codes.total})`}
          </Button>
        </div>
      )}
    </section>
  );
}

function showError(title: string): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof ApiError)) throw error;
    aviso.erro(title, error.detail);
  };
}
