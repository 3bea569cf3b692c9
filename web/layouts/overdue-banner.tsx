import { useEffect, useReducer } from 'react';
import { createPortal } from 'react-dom';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import type { OverdueAction } from '#web/ui/page/overdue-actions.ts';

/** «Ainda esperando resposta…» with the action that ends the wait. */
export function OverdueBanner({ actions }: { actions: readonly OverdueAction[] }) {
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
          <Button variant="secondary" size="sm" onClick={() => actions.forEach(({ onPress }) => onPress())}>
            {actions[0]!.label}
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

/** The topmost open dialog: the notice is rendered inside it, because a modal traps the focus. */
function useTopDialog(): Element | undefined {
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const observer = new MutationObserver(rerender);
    observer.observe(document.body, { childList: true });
    return () => observer.disconnect();
  }, []);
  return [...document.querySelectorAll(dialogs)].findLast(
    (each) => each.getAttribute('data-state') === 'open',
  );
}
