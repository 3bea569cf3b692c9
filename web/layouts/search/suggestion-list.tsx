import { LayoutGrid, Search } from '#web/ui/icons/icons.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { floatingStyles } from '#web/ui/overlays/popover.tsx';
import type { Suggestion } from './load-suggestions.ts';

interface SuggestionListProps {
  id: string;
  items: readonly Suggestion[];
  active: number;
  onChoose: (suggestion: Suggestion) => void;
}

/** The list below the field, which keeps the focus; `aria-activedescendant` names the active row. */
export function SuggestionList({ id, items, active, onChoose }: SuggestionListProps) {
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist cannot be styled
      role="listbox"
      aria-label="Sugestões de busca"
      data-state="open"
      className={cn(floatingStyles, 'absolute inset-x-0 top-full mt-1 overflow-hidden py-1')}
    >
      {items.map((suggestion, index) => (
        <Row
          key={`${suggestion.category ?? ''} ${suggestion.words}`}
          id={`${id}-${index}`}
          suggestion={suggestion}
          active={index === active}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

interface RowProps {
  id: string;
  suggestion: Suggestion;
  active: boolean;
  onChoose: (suggestion: Suggestion) => void;
}

function Row({ id, suggestion, active, onChoose }: RowProps) {
  const Icon = suggestion.category ? LayoutGrid : Search;
  return (
    /* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the input has the keyboard (aria-activedescendant) */
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of the listbox above
      role="option"
      aria-selected={active}
      // Prevents the field from losing the focus, which would close the list before the click.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(suggestion)}
      className={cn(
        'flex min-h-11 cursor-pointer items-center gap-3 px-4 text-body hover:bg-surface-2',
        active && 'bg-surface-2',
      )}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1 truncate">{suggestion.words}</span>
      {suggestion.category && <span className="text-sm text-ink-3">Categoria</span>}
    </div>
  );
}
