import { useRevalidator } from 'react-router';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { unloadedWords } from './unloaded-words.ts';

/** A part of a page that failed alone: the rest of the page stands, and the part can be asked for again. */
export function Unloaded({ thing, className }: { thing: string; className?: string }) {
  const { revalidate, state } = useRevalidator();
  return (
    <Card className={cn('flex flex-wrap items-center gap-x-4 gap-y-2 text-body text-ink-2', className)}>
      <p className="min-w-[min(100%,16rem)] flex-1">{unloadedWords(thing)}</p>
      <Button variant="secondary" loading={state === 'loading'} onClick={() => void revalidate()}>
        Tentar de novo
      </Button>
    </Card>
  );
}
