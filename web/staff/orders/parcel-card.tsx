import { useState } from 'react';
import type { ReactNode } from 'react';
import type { StaffShipment } from '#contract/shipping/staff-shipments.ts';
import { returnEventNames, returnStateName } from '#domain/shipping/returns/returns.ts';
import { carrierEventNames } from '#domain/shipping/shipments.ts';
import type { CarrierEventKind } from '#domain/shipping/shipments.ts';
import { shipmentLabel } from '#web/shipping/shipment-labels.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatCents, formatCount, formatDateTime, formatNumber } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { Banner } from '#web/ui/page/banner.tsx';
import { Facts } from '../shell/detail-sheet.tsx';
import type { StaffOrder } from './force-card.tsx';
import { OrderAddresses } from './order-addresses.tsx';
import { ResetTriesDialog, SettleDialog, TrackingDialog } from './parcel-dialogs.tsx';

/** S15: the parcel or handover of an order: what was quoted and charged, what the carrier reported, and corrections. */
export function ParcelCard({ order }: { order: StaffOrder }) {
  return (
    <Card className="flex min-w-0 flex-col gap-4">
      {order.shipment ? <Parcel order={order} shipment={order.shipment} /> : <Pickup order={order} />}
    </Card>
  );
}

function Parcel({ order, shipment }: { order: StaffOrder; shipment: StaffShipment }) {
  const { label, tone } = shipmentLabel(shipment.state);
  const [open, setOpen] = useState<'tracking' | 'settle' | null>(null);
  const close = () => setOpen(null);
  const mayCorrect = !shipment.hasLabel && shipment.postedAt !== null;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-h3">Envio</h2>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      {shipment.contradictedAt && (
        <Banner
          tone="warning"
          title="A transportadora contradiz o fim do pedido ou da devolução"
          action={
            <Button
              variant="secondary"
              size="sm"
              disabledReason={order.parcelBecause ?? undefined}
              onClick={() => setOpen('settle')}
            >
              Marcar como resolvida
            </Button>
          }
        >
          {`Desde ${formatDateTime(shipment.contradictedAt)}. O dinheiro fica como está: fale com os dois lados antes de resolver.`}
        </Banner>
      )}
      <Facts facts={parcelFacts(shipment)} />
      {mayCorrect && (
        <Button
          variant="secondary"
          size="sm"
          className="self-start"
          disabledReason={order.parcelBecause ?? undefined}
          onClick={() => setOpen('tracking')}
        >
          Corrigir rastreio
        </Button>
      )}
      <OrderAddresses hash={order.hash} />
      <ParcelEvents title="Rastreio" names={carrierEventNames} events={shipment.events} />
      {shipment.back && (
        <>
          <Facts
            facts={[
              ['Devolução', returnStateName(shipment.back.state, shipment.back.parcelState)],
              ['Rastreio da devolução', shipment.back.trackingCode ?? 'Sem código'],
            ]}
          />
          <ParcelEvents
            title="Rastreio da devolução"
            names={returnEventNames}
            events={shipment.back.events}
          />
        </>
      )}
      {open === 'tracking' && <TrackingDialog hash={order.hash} shipment={shipment} onClose={close} />}
      {open === 'settle' && <SettleDialog hash={order.hash} onClose={close} />}
    </>
  );
}

type Fact = readonly [label: string, value: ReactNode];

function parcelFacts(shipment: StaffShipment): readonly Fact[] {
  const { package: parcel, trackingCode, trackingUrl } = shipment;
  const code = trackingCode && <span className="font-mono">{trackingCode}</span>;
  return [
    ['Serviço', `${shipment.carrier} ${shipment.serviceName}`],
    [
      'Pacote',
      `${formatNumber(parcel.weightGrams)} g · ${parcel.lengthCm} × ${parcel.widthCm} × ${parcel.heightCm} cm`,
    ],
    ['Trajeto', `${shipment.originState} para ${shipment.destinationState}`],
    ['Valor declarado', formatCents(shipment.insuredCents)],
    ['Frete cotado', formatCents(shipment.quotedCents)],
    ['Frete pago na compra', formatCents(shipment.freightCents)],
    ['Etiqueta', labelText(shipment)],
    [
      'Rastreio',
      trackingUrl ? (
        <a
          key="code"
          href={trackingUrl}
          target="_blank"
          rel="noreferrer"
          className="text-brand hover:underline"
        >
          {code}
        </a>
      ) : (
        (code ?? 'Sem código')
      ),
    ],
    ['Prazo de postagem', formatCount(shipment.handlingDays, 'dia útil', 'dias úteis')],
    ['Postado', shipment.postedAt ? formatDateTime(shipment.postedAt) : 'Ainda não'],
    ...(shipment.promisedAt
      ? [[shipment.postedAt ? 'Dia prometido' : 'Postar até', formatDateTime(shipment.promisedAt)] as const]
      : []),
    ...(shipment.nextCheckAt ? [['Próxima consulta', formatDateTime(shipment.nextCheckAt)] as const] : []),
    ...(shipment.failedChecks > 0
      ? [['Consultas sem resposta', formatNumber(shipment.failedChecks)] as const]
      : []),
  ];
}

function labelText({ hasLabel, labelReady, chargedCents, labelCancelledAt }: StaffShipment): string {
  if (!hasLabel) return 'De quem vende, no próprio balcão';
  if (!labelReady) return 'Ainda não foi comprada';
  if (labelCancelledAt) return `Cancelada em ${formatDateTime(labelCancelledAt)}`;
  return `Do site, ${formatCents(chargedCents ?? 0)} cobrados`;
}

const reporters: Readonly<Record<StaffShipment['events'][number]['by'], string>> = {
  carrier: 'Transportadora',
  seller: 'Quem vende',
  system: 'Prazo',
  staff: 'Equipe',
};

interface ParcelEventsProps {
  title: string;
  names: Readonly<Record<CarrierEventKind, string>>;
  events: StaffShipment['events'] | NonNullable<StaffShipment['back']>['events'];
}

/** The events, newest first, with the carrier's time and when the site heard of them. */
function ParcelEvents({ title, names, events }: ParcelEventsProps) {
  if (events.length === 0) return <p className="text-sm text-ink-2">Nenhum evento ainda.</p>;
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h3 className="text-ui font-semibold">{title}</h3>
      <ol className="flex flex-col divide-y divide-border rounded-lg border border-border px-4 text-sm">
        {events.map((event) => (
          <li key={`${event.kind} ${event.at}`} className="flex flex-col gap-0.5 py-2">
            <span className="font-semibold">{names[event.kind]}</span>
            {event.words && event.words !== names[event.kind] && (
              <span className="wrap-anywhere text-ink-2">{event.words}</span>
            )}
            <span className="text-ink-2">
              {[formatDateTime(event.at), event.place].filter(Boolean).join(' · ')}
            </span>
            <span className="text-xs text-ink-3">
              {'by' in event && `${reporters[event.by]}, recebido em ${formatDateTime(event.receivedAt)}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Pickup({ order: { hash, state, pickup, parcelBecause } }: { order: StaffOrder }) {
  const [asking, setAsking] = useState(false);
  if (!pickup) return null;
  const isStuck = pickup.triesLeft === 0 && state === 'paid';
  return (
    <>
      <h2 className="text-h3">Retirada em mãos</h2>
      {isStuck && (
        <Banner tone="warning" title="Dez códigos errados">
          Fale com os dois lados. Devolva as tentativas, ou registre a entrega em «Mudar a situação do
          pedido».
        </Banner>
      )}
      <Facts
        facts={[
          ['Entregar até', pickup.until ? formatDateTime(pickup.until) : 'Depois do pagamento'],
          ['Tentativas restantes', formatNumber(pickup.triesLeft)],
        ]}
      />
      {isStuck && (
        <Button
          variant="secondary"
          className="self-start"
          disabledReason={parcelBecause ?? undefined}
          onClick={() => setAsking(true)}
        >
          Devolver tentativas
        </Button>
      )}
      {asking && <ResetTriesDialog hash={hash} onClose={() => setAsking(false)} />}
    </>
  );
}
