import { useEffect, useReducer } from 'react';
import { createPortal } from 'react-dom';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import type { Way } from '#web/ui/page/patience.ts';

/** «Ainda esperando resposta…» and the way out of it. */
export function WaitingNotice({ ways }: { ways: readonly Way[] }) {
  const dialog = useTopDialog();
  return createPortal(
    <div
      data-still-waiting
      className={cn(
        'animate-in duration-popover fade-in-0',
        dialog
          ? 'sticky bottom-0 shrink-0 p-3'
          : 'fixed inset-x-3 top-3 z-toast mx-auto max-w-[560px] shadow-md',
      )}
    >
      <Banner
        action={
          <Button variant="secondary" size="sm" onClick={() => ways.forEach(({ take }) => take())}>
            {ways[0]!.label}
          </Button>
        }
      >
        Ainda esperando resposta…
      </Banner>
    </div>,
    dialog ?? document.body,
  );
}

const dialogs = '[data-slot=dialog], [data-slot=sheet], [data-slot=alert-dialog]';

/** Whoever waits inside a dialog cannot leave it: it is said there. */
function useTopDialog(): Element | undefined {
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  useEffect(() => {
    const opened = new MutationObserver(look);
    opened.observe(document.body, { childList: true });
    return () => opened.disconnect();
  }, []);
  return [...document.querySelectorAll(dialogs)].findLast(
    (each) => each.getAttribute('data-state') === 'open',
  );
}
