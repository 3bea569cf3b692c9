import type { Reply } from '#contract/endpoint.ts';
import type { getStaffCategory } from '#contract/listings/categories.ts';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { formatDateTime } from '#web/ui/data/formats.ts';

const kinds: Record<string, string> = {
  'category.created': 'criou a categoria',
  'category.changed': 'mudou',
  'category.moved': 'moveu a categoria',
  'category.removed': 'excluiu a categoria',
};

const fields: Record<string, string> = {
  name: 'nome',
  active: 'situação',
  risky: 'risco',
  warrantyDays: 'garantia',
  holdDays: 'retenção',
  kind: 'o que é vendido',
  deliveryTypes: 'formas de entrega',
  icon: 'ícone',
  deliveryProof: 'prova da entrega',
  deliveryData: 'dados para a entrega',
  deliveryDataHint: 'exemplo dos dados',
  rulesText: 'regras',
  attributes: 'campos',
};

/** Changes of a category with their authors, newest first. */
export function CategoryHistory({ history }: { history: Reply<typeof getStaffCategory>['history'] }) {
  if (history.length === 0)
    return (
      <EmptyState
        title="Nada mudou ainda."
        text="As mudanças desta categoria aparecem aqui."
        seed="historico"
      />
    );
  return (
    <ol className="flex max-w-2xl flex-col divide-y divide-border text-sm">
      {history.map((entry) => (
        <li key={`${entry.at}|${entry.kind}`} className="flex flex-wrap justify-between gap-x-4 py-2.5">
          <span>
            <strong className="font-semibold">{entry.by ? `@${entry.by}` : 'Sistema'}</strong>{' '}
            {kinds[entry.kind]}
            {entry.kind === 'category.changed' &&
              `: ${entry.changed.map((name) => fields[name] ?? name).join(', ')}`}
          </span>
          <time dateTime={entry.at} className="text-ink-3">
            {formatDateTime(entry.at)}
          </time>
        </li>
      ))}
    </ol>
  );
}
