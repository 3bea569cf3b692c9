import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { useShortcuts } from '#web/staff/shell/use-shortcuts.ts';

export interface PageStepsProps {
  /** Cursors of the neighbouring pages. */
  page: { next: string | null; previous: string | null };
  onTurn: (cursor: string) => void;
  /** For narrow columns: the two buttons share the width. */
  narrow?: boolean;
  className?: string;
}

/** «Anterior», «Próxima», and the arrow keys. */
export function PageSteps({ page, onTurn, narrow = false, className }: PageStepsProps) {
  const turn = (cursor: string | null) => {
    if (cursor !== null) onTurn(cursor);
  };
  useShortcuts({ arrowleft: () => turn(page.previous), arrowright: () => turn(page.next) });
  const size = narrow ? 'sm' : 'md';
  return (
    <nav aria-label="Paginação" className={cn('flex flex-wrap gap-2', narrow && '*:flex-1', className)}>
      <Button
        variant="secondary"
        size={size}
        icon={narrow ? undefined : <ChevronLeft aria-hidden="true" />}
        disabledReason={page.previous === null ? 'Esta é a primeira página.' : undefined}
        onClick={() => turn(page.previous)}
      >
        Anterior
      </Button>
      <Button
        variant="secondary"
        size={size}
        trailingIcon={narrow ? undefined : <ChevronRight aria-hidden="true" />}
        disabledReason={page.next === null ? 'Esta é a última página.' : undefined}
        onClick={() => turn(page.next)}
      >
        Próxima
      </Button>
    </nav>
  );
}
