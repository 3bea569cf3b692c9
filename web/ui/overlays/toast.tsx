import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { errorText, onErrorText, showToast } from './toast-messages.ts';
import type { ToastMessage } from './toast-messages.ts';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { whenIdle } from '#web/ui/page/when-idle.ts';

/** Messages after an action. An error must also be shown on the page. */
export const aviso = {
  /** Solid red, announced at once. */
  erro: (title: string, text?: string) => showToast({ kind: 'erro', title, text }),
  /** Solid green; with `desfazer` it offers «Desfazer» for 6 s. */
  sucesso: (title: string, text?: string, { desfazer }: Pick<ToastMessage, 'desfazer'> = {}) =>
    showToast({ kind: 'sucesso', title, text, desfazer }),
};

const load = () => import('./toast-stack.tsx').then((module) => ({ default: module.ToastStack }));
const ToastStack = lazyPart(load, { background: true });

/**
 * Mount once in the root. Top right, 400 px, ten at most; Alt+T focuses, Esc dismisses. The code that renders messages
 * loads when the browser is idle, so that it is available offline later; earlier messages are queued.
 */
export function Toaster() {
  const [idle, setIdle] = useState(false);
  useEffect(
    () =>
      whenIdle(
        () =>
          void load().then(
            () => setIdle(true),
            () => undefined,
          ),
      ),
    [],
  );
  return (
    <>
      {idle && (
        <Suspense>
          <ToastStack />
        </Suspense>
      )}
      <ErrorAnnouncer />
    </>
  );
}

/** Sonner's region is polite; errors must interrupt, so they are also written here. */
function ErrorAnnouncer() {
  const text = useSyncExternalStore(onErrorText, errorText, () => '');
  return (
    <div role="alert" aria-live="assertive" className="sr-only">
      {text}
    </div>
  );
}
