import { ChevronLeft, ChevronRight } from '#web/ui/icons/icons.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { useShortcuts } from '#web/staff/shell/use-shortcuts.ts';

export interface PageStepsProps {
  /** Cursors of the neighbouring pages. */
  page: { next: string | null; previous: string | null };
  onNavigate: (cursor: string) => void;
  /** For narrow columns: the two buttons share the width. */
  compact?: boolean;
  className?: string;
}

/** «Anterior», «Próxima», and the arrow keys. */
export function PageSteps({ page, onNavigate, compact = false, className }: PageStepsProps) {
  const goTo = (cursor: string | null) => {
    if (cursor !== null) onNavigate(cursor);
  };
  useShortcuts({ arrowleft: () => goTo(page.previous), arrowright: () => goTo(page.next) });
  const size = compact ? 'sm' : 'md';
  return (
    <nav aria-label="Paginação" className={cn('flex flex-wrap gap-2', compact && '*:flex-1', className)}>
      <Button
        variant="secondary"
        size={size}
        icon={compact ? undefined : <ChevronLeft aria-hidden="true" />}
        disabledReason={page.previous === null ? 'Esta é a primeira página.' : undefined}
        onClick={() => goTo(page.previous)}
      >
        Anterior
      </Button>
      <Button
        variant="secondary"
        size={size}
        trailingIcon={compact ? undefined : <ChevronRight aria-hidden="true" />}
        disabledReason={page.next === null ? 'Esta é a última página.' : undefined}
        onClick={() => goTo(page.next)}
      >
        Próxima
      </Button>
    </nav>
  );
}
