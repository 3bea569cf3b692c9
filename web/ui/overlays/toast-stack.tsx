import { CircleAlert, CircleCheck, X } from '#web/ui/icons/icons.tsx';
import { useEffect } from 'react';
import { Toaster as SonnerToaster, toast } from 'sonner';
import { cn } from '#web/ui/styles/class-names.ts';
import { undoableMs, toastMs } from '#web/ui/storage/toast-time.ts';
import { shownToasts, setRenderer } from './toast-messages.ts';
import type { ShownToast } from './toast-messages.ts';

/** The messages on the screen. `Toaster` loads this module when the browser is idle. */
export function ToastStack() {
  // After sonner's own effects, so that it receives the queued messages.
  useEffect(() => setRenderer(render), []);
  useEffect(() => {
    document.addEventListener('keydown', dismissOnEscape);
    document.addEventListener('focusin', pauseTimersWhileFocused);
    return () => {
      document.removeEventListener('keydown', dismissOnEscape);
      document.removeEventListener('focusin', pauseTimersWhileFocused);
    };
  }, []);
  return (
    <SonnerToaster
      position="top-right"
      duration={3_000}
      visibleToasts={10}
      expand
      gap={10}
      hotkey={['altKey', 'KeyT']}
      containerAriaLabel="Avisos"
      className="z-toast!"
      style={{ '--width': '400px', fontFamily: 'inherit' } as React.CSSProperties}
      offset={{ top: 'calc(var(--nav-height) + 12px)', right: '16px' }}
      mobileOffset={{ top: 'calc(var(--nav-height) + 12px)', left: '12px', right: '12px' }}
    />
  );
}

function render(message: ShownToast): void {
  const forget = () => shownToasts.get(message.key)?.id === message.id && shownToasts.delete(message.key);
  toast.custom(() => <ToastCard {...message} />, {
    id: message.id,
    duration: hasFocus() ? Number.POSITIVE_INFINITY : durationOf(message),
    onDismiss: forget,
    onAutoClose: forget,
  });
}

/** The time chosen in this browser; a message that can be undone stays at least 6 s. */
function durationOf(message: ShownToast): number {
  return message.desfazer ? Math.max(toastMs.read(), undoableMs) : toastMs.read();
}

function ToastCard({ id, kind, title, text, times, desfazer }: ShownToast) {
  const Icon = kind === 'erro' ? CircleAlert : CircleCheck;
  return (
    <div
      data-slot="toast"
      className={cn(
        'flex w-full gap-3 rounded-lg py-3.5 pr-2 pl-4 text-on-solid shadow-lg md:w-100',
        'ease-enter duration-popover animate-in fade-in-0 slide-in-from-right-3',
        kind === 'erro' ? 'bg-danger' : 'bg-success',
      )}
    >
      <Icon aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="text-ui font-semibold">
          {title}
          {times > 1 && <span className="ml-2 tabular-nums"> ×{times}</span>}
        </p>
        {text && <p className="text-sm">{text}</p>}
        {desfazer && (
          <button
            type="button"
            className="mt-1 -ml-2 inline-flex h-11 items-center rounded-sm px-2 text-ui font-semibold underline underline-offset-4 ring-gap"
            onClick={() => {
              desfazer();
              toast.dismiss(id);
            }}
          >
            Desfazer
          </button>
        )}
      </div>
      <button
        type="button"
        aria-label={`Fechar aviso: ${title}`}
        className="-my-1.5 flex size-8 shrink-0 items-center justify-center rounded-full hit-44 ring-gap hover:bg-on-solid/15"
        onClick={() => toast.dismiss(id)}
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  );
}

let timersPaused = false;

/** Messages stay while one has the focus; sonner itself only pauses on hover. */
function pauseTimersWhileFocused(): void {
  if (hasFocus() === timersPaused) return;
  timersPaused = !timersPaused;
  for (const message of shownToasts.values()) render(message);
}

function hasFocus(): boolean {
  return document.activeElement?.closest('[data-sonner-toaster]') != null;
}

/** Esc closes the focused message; with focus elsewhere it closes all, unless something else used the key. */
function dismissOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  const focused = document.activeElement?.closest<HTMLElement>('[data-sonner-toast]');
  if (focused) focused.querySelector<HTMLButtonElement>('button[aria-label^="Fechar aviso"]')?.click();
  else if (!document.querySelector('[role$="dialog"][data-state="open"]')) toast.dismiss();
}
