import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import {
  getShippingHealth,
  listFreightDays,
  listShipments,
  shipmentTabs,
} from '#contract/shipping/staff-shipments.ts';
import type { ShipmentTab } from '#contract/shipping/staff-shipments.ts';
import { api } from '#web/api/api.ts';
import { LoadFailure } from '#web/api/load-failure.tsx';
import { orErrorStatus, orNull } from '#web/api/load.ts';
import { PageError } from '#web/pages/page-error.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { TabLinks } from '#web/ui/page/tabs.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import type { Route } from './+types/shipments-page';
import { QueueFoot } from './queue/queue-foot.tsx';
import { loadQueue } from './queue/queue-page.ts';
import { countLimit } from './queue/queue-tabs.tsx';
import { countText, useQueueCount } from './queue/use-queues.ts';
import { FreightSection } from './shipments/freight-section.tsx';
import { CarrierWarning, HealthSection } from './shipments/health-section.tsx';
import { ShipmentsTable } from './shipments/shipments-table.tsx';

export const ErrorBoundary = () => <PageError title="Envios" thing="os envios" />;

const queueTexts: Readonly<Record<ShipmentTab, { label: string; text: string; empty: string }>> = {
  parados: {
    label: 'Parados',
    text: 'Sem notícia há vários dias úteis, ou depois do dia prometido. Pergunte à transportadora.',
    empty: 'Nenhum pacote parado.',
  },
  'nao-entregues': {
    label: 'Não entregues',
    text: 'A entrega falhou, ou o prazo para buscar na agência está no fim.',
    empty: 'Nenhum pacote sem entrega.',
  },
  'nao-postados': {
    label: 'Não postados',
    text: 'O prazo de postagem passou. Sem postagem, a venda é cancelada no prazo ao lado.',
    empty: 'Tudo foi postado no prazo.',
  },
  retiradas: {
    label: 'Retirada travada',
    text: 'Dez códigos errados. Fale com os dois lados e devolva as tentativas ou registre a entrega.',
    empty: 'Nenhuma retirada travada.',
  },
  contradicoes: {
    label: 'Contradições',
    text: 'A transportadora diz uma coisa e o pedido terminou de outro jeito. O dinheiro fica como está.',
    empty: 'Nenhuma contradição.',
  },
  devolucoes: {
    label: 'Devoluções contestadas',
    text: 'Quem vendeu diz que o que voltou está errado. Veja as provas e decida em Reembolsos.',
    empty: 'Nenhuma devolução contestada.',
  },
  voltando: {
    label: 'Voltando',
    text: 'A caminho de quem vendeu, ou devolvidos nos últimos 30 dias.',
    empty: 'Nenhum pacote voltando.',
  },
  extraviados: {
    label: 'Extraviados',
    text: 'Extraviados nos últimos 30 dias. Quem pagou a etiqueta pede a indenização.',
    empty: 'Nenhum pacote extraviado.',
  },
};

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get('aba');
  if (asked === 'fretes') {
    const [from, to] = [searchParams.get('de') ?? undefined, searchParams.get('ate') ?? undefined];
    return {
      tab: 'fretes',
      freight: await orErrorStatus(api(listFreightDays, { query: { from, to } })),
    } as const;
  }
  if (asked === 'transportadora')
    return { tab: 'transportadora', health: await orErrorStatus(api(getShippingHealth)) } as const;
  const tab = shipmentTabs.find((slug) => slug === asked) ?? shipmentTabs[0];
  const [page, health] = await Promise.all([
    loadQueue(searchParams, (position) => api(listShipments, { query: { tab, ...position } })),
    orNull(api(getShippingHealth)),
  ]);
  return { tab, page, health } as const;
}

export function meta() {
  return [{ title: `Envios · Painel · ${brandName}` }];
}

/** `/dashboard/envios`: the queue of parcels, the carrier's health, and freight by day (S15). */
export default function ShipmentsPage({ loaderData }: Route.ComponentProps) {
  const { page, freight } = loaderData;
  return (
    <div className="flex flex-col gap-5 page-gutter py-6 md:py-8">
      <PageHeader
        title="Envios"
        text={countText(useQueueCount('shipments'), 'envio precisa da equipe', 'envios precisam da equipe')}
      />
      <Tabs current={loaderData.tab} counts={page?.counts} />
      {page && <Queue tab={loaderData.tab} page={page} health={loaderData.health} />}
      {freight && <FreightSection freight={freight} />}
      {loaderData.tab === 'transportadora' && <HealthSection health={loaderData.health} />}
    </div>
  );
}

function Tabs({ current, counts }: { current: string; counts?: Readonly<Record<ShipmentTab, number>> }) {
  const link = (slug: string, at: number) => (
    <Link to={at === 0 ? '?' : `?aba=${slug}`} aria-current={slug === current ? 'page' : undefined} />
  );
  return (
    <TabLinks
      aria-label="Partes dos envios"
      links={[
        ...shipmentTabs.map((slug, at) => ({
          label: queueTexts[slug].label,
          count: counts && (counts[slug] < countLimit ? counts[slug] : `${countLimit - 1}+`),
          link: link(slug, at),
        })),
        { label: 'Transportadora', link: link('transportadora', 1) },
        { label: 'Fretes', link: link('fretes', 1) },
      ]}
    />
  );
}

interface QueueProps {
  tab: ShipmentTab;
  page: Reply<typeof listShipments>;
  health: Reply<typeof getShippingHealth> | null;
}

function Queue({ tab, page, health }: QueueProps) {
  const { text, empty } = queueTexts[tab];
  return (
    <>
      {health ? <CarrierWarning health={health} /> : <LoadFailure thing="a saúde da transportadora" />}
      <p className="max-w-measure text-sm text-ink-2">{text}</p>
      <ShipmentsTable
        rows={page.items}
        empty={<EmptyState title={empty} text="Nada por aqui agora." seed={`envios-${tab}`} />}
      />
      <QueueFoot page={page} count={page.counts[tab]} noun={['envio', 'envios']} />
    </>
  );
}
