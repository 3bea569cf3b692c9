import type { StuckKind } from '#domain/staff/stuck-work.ts';
import type { Queues } from '#web/staff/queue/use-queues.ts';
import { formatCount } from '#web/ui/data/formats.ts';
import { Banner } from '#web/ui/page/banner.tsx';

const words: Readonly<Record<StuckKind, string>> = {
  worker: 'Nenhum processo de tarefas responde',
  timer: 'Prazos de pedidos passaram e não foram cumpridos',
  job: 'E-mails e outras tarefas esperam',
  relay: 'Avisos a pessoas esperam',
  notice: 'Avisos do provedor de pagamentos esperam',
};

const hourMinutes = 60;

function age(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes < 2 * hourMinutes
    ? formatCount(minutes, 'minuto', 'minutos')
    : formatCount(Math.floor(minutes / hourMinutes), 'hora', 'horas');
}

/** What the installation should have done by now and did not, with what to do about it. */
export function StuckWork({ stuck }: { stuck: NonNullable<Queues['stuck']> }) {
  return (
    <Banner tone="danger" title="Há trabalho parado">
      <ul>
        {stuck.map(({ kind, seconds }) => (
          <li key={kind}>
            {words[kind]} {seconds === null ? 'desde o início' : `há ${age(seconds)}`}.
          </li>
        ))}
      </ul>
      Quem cuida do servidor encontra o que fazer em docs/operations.md, «When an alert fires».
    </Banner>
  );
}
