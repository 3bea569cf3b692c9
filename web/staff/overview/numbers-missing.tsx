import { useRevalidator } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

/** The numbers failed alone: the rest of the page stands, and they can be asked for again. */
export function NumbersMissing() {
  const { revalidate, state } = useRevalidator();
  return (
    <Card className="flex flex-wrap items-center gap-3 text-body text-ink-2">
      Os números não carregaram.
      <Button variant="quiet" loading={state === 'loading'} onClick={() => void revalidate()}>
        Tentar de novo
      </Button>
    </Card>
  );
}
