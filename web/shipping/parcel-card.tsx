import { Link } from 'react-router';
import type { Order } from '#contract/orders/orders.ts';
import type { OrderShipment } from '#contract/shipping/shipments.ts';
import { postParcel } from '#contract/shipping/shipments.ts';
import { carrierOf } from '#domain/shipping/tracking-codes.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ExternalLink, Printer } from '#web/ui/icons/icons.tsx';
import { may } from '#web/orders/page/order-facts.ts';
import type { Deal } from '#web/orders/page/order-facts.ts';
import { CopyButton } from '#web/ui/buttons/copy-button.tsx';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { DotSeparated } from '#web/ui/page/dot-separated.tsx';
import { AddressBlock } from './address-block.tsx';
import { dayText, isOver } from './days.ts';
import { LabelActions } from './label-actions.tsx';
import { PostingForm } from './posting-form.tsx';
import { sheetsPath } from './sheets-path.ts';
import { shipmentLabel } from './shipment-labels.ts';
import { TrackingList } from './tracking/tracking-list.tsx';

interface ParcelProps {
  order: Order;
  deal: Deal;
  shipment: OrderShipment;
}

/** The parcel of an order (S07 to S10): where it is, by when, what to do, and where it goes. */
export function ParcelCard({ order, deal, shipment }: ParcelProps) {
  const { label, tone } = shipmentLabel(shipment.state);
  const isSeller = order.viewerIs === 'seller';
  // Before the posting and after the end, the page's first sentence says the same.
  const travels = order.state === 'in_delivery' && shipment.nextStep;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <StatusBadge tone={tone}>{label}</StatusBadge>
        <p className="text-ui text-ink-2">
          <DotSeparated of={serviceParts(shipment)} />
        </p>
      </div>
      {travels && <p className="text-body text-ink">{shipment.nextStep}</p>}
      <Facts order={order} shipment={shipment} />
      {shipment.trackingCode && <TrackingCode shipment={shipment} code={shipment.trackingCode} />}
      {isSeller && shipment.hasLabel && order.state === 'paid' && (
        <LabelActions order={order} shipment={shipment} />
      )}
      {isSeller && may(deal, 'post') && <Posting order={order} shipment={shipment} />}
      {shipment.events.length > 0 && <TrackingList events={shipment.events} />}
      {shipment.to && <AddressBlock title="Vai para" address={shipment.to} withPhone={isSeller} />}
    </div>
  );
}

/** S07, S09: the seller prints the sheet and says where the parcel was posted. */
function Posting({ order, shipment }: Omit<ParcelProps, 'deal'>) {
  return (
    <PostingForm
      endpoint={postParcel}
      hash={order.hash}
      carrier={carrierOf(shipment.carrier)}
      title="Informar postagem"
      withoutCodeHint={`@${order.buyer} não acompanha o pacote, e numa reclamação a sua única prova é o comprovante da postagem. Guarde-o.`}
      done={`@${order.buyer} já pode acompanhar o pacote.`}
    >
      <p className="text-sm text-ink-2">
        Imprima a folha com os endereços e a declaração de conteúdo, poste no balcão e informe aqui.
      </p>
      <Button asChild variant="secondary" className="self-start" icon={<Printer aria-hidden="true" />}>
        <Link to={sheetsPath([order.hash])}>Abrir folha de postagem</Link>
      </Button>
    </PostingForm>
  );
}

/** The service's name often begins with the carrier's. */
function serviceParts({ carrier, serviceName }: OrderShipment): string[] {
  return serviceName.startsWith(carrier) ? [serviceName] : [carrier, serviceName];
}

function Facts({ order, shipment }: { order: Order; shipment: OrderShipment }) {
  const { weightGrams, lengthCm, widthCm, heightCm } = shipment.package;
  const facts = [
    order.deal?.closedAt === null && promiseFact(order, shipment),
    order.viewerIs === 'seller' && [
      'Pacote',
      `${weightText(weightGrams)}, ${lengthCm} × ${widthCm} × ${heightCm} cm`,
    ],
  ].filter((fact): fact is [string, string] => Array.isArray(fact));
  if (facts.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 text-ui">
      {facts.map(([term, text]) => (
        <div key={term}>
          <dt className="text-sm text-ink-2">{term}</dt>
          <dd className="font-semibold text-ink tabular-nums">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Null once it has arrived. */
function promiseFact({ now, state }: Order, { promisedAt, postedAt, collectBy }: OrderShipment) {
  if (promisedAt === null) return null;
  if (collectBy !== null) return ['Retirada na agência', `até ${dayText(collectBy, now)}`] as const;
  const day = dayText(promisedAt, now);
  if (postedAt === null) return ['Postagem', `até ${day}`] as const;
  if (state !== 'in_delivery') return null;
  return isOver(promisedAt, now)
    ? (['Chegada', `atrasada: era até ${day}`] as const)
    : (['Chegada', `até ${day}`] as const);
}

function weightText(grams: number): string {
  return grams < 1_000 ? `${grams} g` : `${(grams / 1_000).toLocaleString('pt-BR')} kg`;
}

function TrackingCode({ shipment, code }: { shipment: OrderShipment; code: string }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-ink-2">Código de rastreio</p>
      <p className="font-mono text-body font-semibold wrap-anywhere text-ink">{code}</p>
      <div className="flex flex-wrap gap-3 print:hidden">
        <CopyButton text={code} label="Copiar código" copiedLabel="Código copiado" size="sm" />
        {shipment.trackingUrl && (
          <a
            href={shipment.trackingUrl}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center gap-1.5 rounded-xs text-ui text-brand underline-offset-4 hover:underline"
          >
            Ver na transportadora
            <ExternalLink aria-hidden="true" className="size-4" />
            <span className="sr-only"> (abre em outra aba)</span>
          </a>
        )}
      </div>
    </div>
  );
}
