import { useNavigation } from 'react-router';
import { useRetryPendingImports } from '#web/ui/page/import-when-online.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';

/** A 2 px bar while the next page loads, shown after 150 ms. Without a connection it shows a message. */
export function RouteProgress() {
  const { state } = useNavigation();
  const retry = useRetryPendingImports();
  if (retry)
    return (
      <Banner
        tone="warning"
        title="Sem conexão com o site"
        action={
          <Button variant="secondary" size="sm" onClick={retry}>
            Tentar de novo
          </Button>
        }
        className="fixed inset-x-3 top-3 z-toast mx-auto max-w-[560px] shadow-md"
      >
        {state === 'idle' ? 'Isto' : 'A página'} abre quando a internet voltar. Nada do que está aqui se
        perde.
      </Banner>
    );
  if (state === 'idle') return null;
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-toast h-0.5 origin-left bg-brand animate-in delay-150 duration-1000 fade-in-0 fill-mode-backwards zoom-in-x-0"
    />
  );
}
