import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { errorText, onErrorText, showToast } from './toast-messages.ts';
import type { ToastMessage } from './toast-messages.ts';
import { whenIdle } from '#web/ui/page/when-idle.ts';

/** Messages that answer an action. Never the only place an error is told. */
export const aviso = {
  /** Solid red, announced at once. */
  erro: (title: string, text?: string) => showToast({ kind: 'erro', title, text }),
  /** Solid green; with `desfazer` it offers «Desfazer» for 6 s. */
  sucesso: (title: string, text?: string, { desfazer }: Pick<ToastMessage, 'desfazer'> = {}) =>
    showToast({ kind: 'sucesso', title, text, desfazer }),
};

const load = () => import('./toast-stack.tsx').then((module) => ({ default: module.ToastStack }));
const ToastStack = lazy(load);

/**
 * Mount once in the root. Top right, 400 px, ten at most; Alt+T focuses, Esc dismisses. What draws the messages is
 * fetched once the page is at rest, so that it is there when the network is not; a message before that waits.
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
