import type { Deal } from '#web/orders/page/order-facts.ts';
import { durationText } from '#domain/text/durations.ts';
import { formatDateTime } from '#web/ui/data/formats.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { spanText } from './incident-texts.ts';

type Incident = Deal['incidents'][number];

/** Outages of ours while the order was open, with what they do to its deadlines (N14). */
export function OrderIncidents({ deal }: { deal: Deal }) {
  return (
    <>
      {deal.incidents.map((incident) => (
        <Banner key={incident.startsAt} tone={incident.endsAt ? 'info' : 'warning'} title={titleOf(incident)}>
          <p>{incident.words}</p>
          <p className="mt-1">
            {spanText(incident)}. {effectText(incident, deal)}
          </p>
        </Banner>
      ))}
    </>
  );
}

function titleOf({ endsAt, startsAt }: Incident): string {
  if (endsAt === null) return 'Os prazos estão parados por uma falha nossa';
  return `Prazos adiados por uma falha nossa de ${durationText(Date.parse(endsAt) - Date.parse(startsAt))}`;
}

function effectText({ endsAt, applied }: Incident, { dueAt, closedAt }: Deal): string {
  if (endsAt === null)
    return 'Enquanto ela durar, nenhum prazo deste pedido acaba. No fim, cada um é adiado pelo mesmo tempo.';
  if (!applied) return 'Estamos adiando os prazos: até terminar, nenhum deles acaba.';
  const moved = 'Os prazos que corriam foram adiados pelo tempo em que ficaram parados.';
  return dueAt && closedAt === null ? `${moved} O prazo atual vai até ${formatDateTime(dueAt)}.` : moved;
}
