import { useRevalidator } from 'react-router';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { loadFailureText } from './load-failure-text.ts';

/** Stands for a part of a page that failed to load, while the rest is shown; offers to load it again. */
export function LoadFailure({ thing, className }: { thing: string; className?: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <Card className={cn('flex flex-wrap items-center gap-x-4 gap-y-2 text-body text-ink-2', className)}>
      <p className="min-w-[min(100%,16rem)] flex-1">{loadFailureText(thing)}</p>
      <Button variant="secondary" loading={state === 'loading'} onClick={() => void revalidate()}>
        Tentar de novo
      </Button>
    </Card>
  );
}
