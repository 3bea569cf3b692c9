import type { TicketMacro } from '#contract/tickets/macros.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';

export interface MacroPickerProps {
  found: readonly TicketMacro[];
  /** The entry that Enter inserts. */
  marked: number;
  onChoose: (macro: TicketMacro) => void;
  onEdit: () => void;
}

/** Macros matching the text after `/`: selected by arrows and Enter in the field, or by a press. */
export function MacroPicker({ found, marked, onChoose, onEdit }: MacroPickerProps) {
  if (found.length === 0)
    return (
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
        Nenhuma resposta pronta com estas palavras.
        <Button variant="quiet" size="sm" onClick={onEdit}>
          Criar resposta
        </Button>
      </p>
    );
  return (
    <ul aria-label="Respostas prontas" className="flex max-h-56 flex-col overflow-y-auto max-xl:pr-16">
      {found.map((macro, index) => (
        <li key={macro.id}>
          <button
            type="button"
            aria-current={index === marked ? 'true' : undefined}
            onClick={() => onChoose(macro)}
            className={cn(
              'flex min-h-11 w-full flex-col items-start justify-center rounded-md px-3 py-1.5 text-left hover:bg-surface-2',
              index === marked && 'bg-surface-2',
            )}
          >
            <span className="text-ui font-semibold">{macro.title}</span>
            <span className="line-clamp-1 text-sm text-ink-2">{macro.text}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
