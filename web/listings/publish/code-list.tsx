import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { OwnListing } from '#contract/own-listings.ts';
import { deleteCode, getOwnListing } from '#contract/own-listings.ts';
import { api, ApiError } from '#web/api.ts';
import { formatCount } from '#web/ui/formats.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { aviso } from '#web/ui/toast.tsx';

const stateWords: Record<string, string> = {
  available: 'À venda',
  reserved: 'Reservado',
  delivered: 'Entregue',
  replaced: 'Substituído',
  invalidated: 'Retirado',
};

/** The codes the server keeps, by their last four; one that is still free can be withdrawn. */
export function CodeList({
  listing,
  onChanged,
}: {
  listing: OwnListing;
  onChanged: (listing: OwnListing) => void;
}) {
  const [removing, setRemoving] = useState<number | null>(null);
  if (listing.codes.length === 0) return null;

  async function remove(codeId: number): Promise<void> {
    setRemoving(codeId);
    try {
      await api(deleteCode, { params: { id: listing.id, codeId } });
      onChanged(await api(getOwnListing, { params: { id: listing.id } }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      aviso.erro('O código continua no estoque', error.message);
    } finally {
      setRemoving(null);
    }
  }

  const unseen = listing.codesCount - listing.codes.length;
  return (
    <section aria-label="Códigos guardados" className="rounded-lg border border-border bg-surface">
      <h2 className="border-b border-border px-4 py-3 text-ui font-semibold">
        {formatCount(listing.codesCount, 'código guardado', 'códigos guardados')}
      </h2>
      {/* A region that scrolls must be reachable by keyboard; its withdraw buttons make it so. */}
      <ul className="max-h-64 divide-y divide-border overflow-y-auto" aria-label="Lista de códigos">
        {listing.codes.map((code) => (
          <li key={code.id} className="flex min-h-12 items-center gap-3 pr-1 pl-4 text-sm">
            <span className="font-mono">{code.preview}</span>
            <span className="flex-1 text-ink-3">{stateWords[code.state] ?? code.state}</span>
            {code.state === 'available' && (
              <IconButton
                label={`Retirar o código terminado em ${code.preview}`}
                icon={<Trash2 aria-hidden="true" className="size-4.5" />}
                loading={removing === code.id}
                onClick={() => void remove(code.id)}
              />
            )}
          </li>
        ))}
        {unseen > 0 && <li className="px-4 py-3 text-sm text-ink-3">E mais {unseen}.</li>}
      </ul>
    </section>
  );
}
