import type { Reply } from '#contract/endpoint.ts';
import type { getBalances } from '#contract/withdrawals.ts';
import { Link } from 'react-router';
import { Accordion } from '#web/ui/accordion.tsx';
import { formatCents, formatDate, formatTime } from '#web/ui/formats.ts';
import { StatCard } from '#web/ui/stat-card.tsx';
import { byDay } from './transaction-words.ts';

export type Balances = Reply<typeof getBalances>;

/** Where the money is, and for every part that is not free: why, until when, and what would free it (N01). */
export function BalanceCards({ balances }: { balances: Balances }) {
  const { availableCents, pendingReleaseCents, inEscrowCents } = balances;
  const held = reasonsFor(balances);
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-3 sm:grid-cols-3 md:gap-4">
        <StatCard
          label="Disponível"
          value={formatCents(availableCents)}
          footer={`Saque a partir de ${formatCents(balances.withdrawal.minCents)}`}
          className="border-brand"
        />
        <StatCard
          label="A liberar"
          value={formatCents(pendingReleaseCents)}
          footer={nextRelease(balances) ?? 'Nada esperando prazo'}
        />
        <StatCard
          label="Guardado em pedidos"
          value={formatCents(inEscrowCents)}
          footer="Até quem comprou confirmar"
        />
      </div>
      {held.length > 0 && <Accordion level={2} items={held} />}
    </div>
  );
}

/** Why each part that is not free is held. */
function reasonsFor({
  pendingReleaseCents,
  inEscrowCents,
  inTransitCents,
  blockedCents,
  releases,
}: Balances) {
  return [
    pendingReleaseCents > 0 && {
      id: 'a-liberar',
      title: 'Por que há dinheiro a liberar?',
      content: (
        <div className="flex flex-col gap-4">
          <p>
            Estas vendas já foram concluídas. O valor espera o prazo de reclamação de cada uma terminar e
            então cai sozinho no saldo disponível, no dia e hora abaixo.
          </p>
          <Calendar releases={releases} />
        </div>
      ),
    },
    inEscrowCents > 0 && {
      id: 'guardado',
      title: 'Por que há dinheiro guardado em pedidos?',
      content: (
        <p>
          São vendas pagas que ainda não terminaram. O valor passa para “a liberar” quando quem comprou
          confirma o recebimento ou quando o prazo de confirmação acaba. Entregar logo adianta.{' '}
          <Link to="/conta/vendas" className="font-semibold text-brand underline">
            Ver vendas
          </Link>
        </p>
      ),
    },
    inTransitCents > 0 && {
      id: 'em-saque',
      title: `${formatCents(inTransitCents)} em saque`,
      content: <p>Você já pediu este valor. Ele sai por Pix depois da conferência, em até 1 dia útil.</p>,
    },
    blockedCents > 0 && {
      id: 'bloqueado',
      title: `${formatCents(blockedCents)} bloqueado`,
      content: <p>É só o valor em discussão numa reclamação. O resto do seu saldo continua livre.</p>,
    },
  ].filter((item) => item !== false);
}

/** Day by day: which sale frees which value. */
function Calendar({ releases }: { releases: Balances['releases'] }) {
  const lines = releases.map((release) => ({ ...release, at: release.releaseAt }));
  return (
    <ol className="flex flex-col gap-4">
      {byDay(lines, formatDate).map((day) => (
        <li key={day.label}>
          <p className="flex justify-between gap-4 text-sm font-semibold text-ink tabular-nums">
            {day.label}
            <span>{formatCents(day.lines.reduce((sum, { netCents }) => sum + netCents, 0))}</span>
          </p>
          <ul>
            {day.lines.map((line) => (
              <li key={line.hash}>
                <Link
                  to={`/pedido/${line.hash}`}
                  className="flex min-h-11 items-center justify-between gap-4 rounded-sm text-sm hover:underline"
                >
                  <span className="min-w-0 truncate">
                    <span className="text-ink-3 tabular-nums">{formatTime(line.at)}</span> {line.title}
                  </span>
                  <span className="shrink-0 tabular-nums">{formatCents(line.netCents)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function nextRelease({ releases }: Balances): string | null {
  const next = releases.toSorted((a, b) => a.releaseAt.localeCompare(b.releaseAt))[0];
  return next ? `Próximo: ${formatCents(next.netCents)} em ${formatDate(next.releaseAt)}` : null;
}
