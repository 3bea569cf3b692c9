import { useState } from 'react';
import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import type { getWorkbench } from '#contract/simulator/simulator.ts';
import { simulateParcel } from '#contract/simulator/simulator.ts';
import type { CarrierEventKind } from '#domain/shipping/shipments.ts';
import { api, ApiError } from '#web/api/api.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { EmptyInline } from '#web/ui/page/empty-state.tsx';

type Parcel = Reply<typeof getWorkbench>['parcels'][number];

const eventNames: Record<CarrierEventKind, string> = {
  posted: 'Postar',
  moved: 'Mover',
  out_for_delivery: 'Sair para entrega',
  attempt_failed: 'Falhar a entrega',
  refused: 'Recusar',
  awaiting_collection: 'Deixar na agência',
  delivered: 'Entregar',
  returning: 'Voltar',
  returned: 'Devolver',
  lost: 'Extraviar',
};

/** Parcels of the simulated carriers: what is planned happens by the market's clock, or now. */
export function Parcels({ parcels, onMoved }: { parcels: readonly Parcel[]; onMoved: () => void }) {
  if (parcels.length === 0)
    return <EmptyInline>Nenhum pacote. Gere a etiqueta de uma venda e ele aparece aqui.</EmptyInline>;
  return (
    <ul className="flex flex-col divide-y divide-border rounded-lg border border-border bg-surface">
      {parcels.slice(0, 12).map((parcel) => (
        <ParcelRow key={parcel.labelId} parcel={parcel} onMoved={onMoved} />
      ))}
    </ul>
  );
}

function ParcelRow({ parcel, onMoved }: { parcel: Parcel; onMoved: () => void }) {
  const { labelId, hash, trackingCode, isCancelled, next } = parcel;
  const [moving, setMoving] = useState<string | null>(null);

  async function move(kind?: CarrierEventKind): Promise<void> {
    setMoving(kind ?? 'next');
    try {
      await api(simulateParcel, { body: { labelId, ...(kind && { kind }) } });
      aviso.sucesso('A transportadora avisou', trackingCode);
      onMoved();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      aviso.erro('A transportadora não aceitou', error.detail);
    } finally {
      setMoving(null);
    }
  }

  return (
    <li className="flex flex-col gap-3 p-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-3">
        <Link to={`/pedido/${hash}`} className="text-ui font-semibold text-ink underline">
          {trackingCode}
        </Link>
        {isCancelled
          ? 'Etiqueta cancelada'
          : next
            ? `Depois: ${eventNames[next.kind].toLowerCase()}, ${formatDateTime(next.at)}`
            : 'Nada mais planejado'}
      </p>
      {!isCancelled && (
        <div className="flex flex-wrap gap-2">
          {next && (
            <Button
              variant="primary"
              aria-label={`${eventNames[next.kind]} agora: ${trackingCode}`}
              loading={moving === 'next'}
              onClick={() => void move()}
            >
              {eventNames[next.kind]} agora
            </Button>
          )}
          {(['delivered', 'returned', 'lost'] as const).map((kind) => (
            <Button
              key={kind}
              variant="secondary"
              aria-label={`${eventNames[kind]}: ${trackingCode}`}
              loading={moving === kind}
              onClick={() => void move(kind)}
            >
              {eventNames[kind]}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}
