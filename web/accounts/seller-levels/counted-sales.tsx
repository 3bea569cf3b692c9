import { Link } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { listCountedSales } from '#contract/accounts/seller-levels.ts';
import { api } from '#web/api/api.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { useMore } from '#web/api/use-more.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { formatDate } from '#web/ui/data/formats.ts';
import { StatusBadge } from '#web/ui/data/status-badge.tsx';
import { ContestForm } from './contest-form.tsx';
import { contestLabels, exclusionLabels, incidentLabels } from './level-texts.ts';

type Counted = Reply<typeof listCountedSales>;

interface CountedSalesProps {
  first: Counted;
  /** After a contest was sent. */
  onContested: () => Promise<void>;
}

/** The sales that count against the seller, and those left out of the count, with the contest of each. */
export function CountedSales({ first, onContested }: CountedSalesProps) {
  const { items, next, loading, problem, more } = useMore(first.next, (before) =>
    api(listCountedSales, { query: { before: String(before) } }),
  );
  if (first.items.length === 0)
    return <p className="text-ui text-ink-2">Nada conta contra você. Continue assim.</p>;
  return (
    <>
      <ul className="flex flex-col gap-3">
        {[...first.items, ...items].map((sale) => (
          <li key={sale.orderId}>
            <CountedSale sale={sale} onContested={onContested} />
          </li>
        ))}
      </ul>
      <ProblemBanner problem={problem} />
      {next !== null && (
        <Button variant="secondary" className="self-center" loading={loading} onClick={more}>
          Carregar mais
        </Button>
      )}
    </>
  );
}

function CountedSale({
  sale: { hash, title, paidAt, kinds, excluded, contest },
  onContested,
}: {
  sale: Counted['items'][number];
  onContested: CountedSalesProps['onContested'];
}) {
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_12rem]">
          <Link
            to={`/pedido/${hash}`}
            className="inline-flex min-h-11 items-center py-1 font-semibold break-words text-ink underline-offset-4 hover:underline"
          >
            {title}
          </Link>
          <p className="text-sm text-ink-2">
            Paga em {formatDate(paidAt)}. {kinds.map((kind) => incidentLabels[kind]).join(', ')}
          </p>
        </div>
        <span className="flex flex-wrap gap-2">
          {excluded && <StatusBadge tone="neutral">Não conta</StatusBadge>}
          {contest && (
            <StatusBadge tone={contestLabels[contest.state].tone}>
              {contestLabels[contest.state].label}
            </StatusBadge>
          )}
        </span>
      </div>
      {excluded && <p className="text-sm text-ink-2">Motivo: {exclusionLabels[excluded]}.</p>}
      {contest && (
        <div className="flex flex-col gap-1 border-l-2 border-border pl-3 text-ui break-words text-ink-2">
          <p className="text-sm font-semibold">Sua contestação</p>
          <blockquote>{contest.words}</blockquote>
        </div>
      )}
      {contest?.state === 'pending' && (
        <p className="text-sm text-ink-2">A equipe lê, decide e avisa você. Até lá a venda conta.</p>
      )}
      {contest?.note && <p className="text-sm break-words text-ink-2">A equipe: {contest.note}</p>}
      {!excluded && !contest && <ContestForm hash={hash} title={title} onDone={onContested} />}
    </Card>
  );
}
