import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { whenIdle } from '#web/ui/when-idle.ts';

interface Message {
  kind: 'erro' | 'sucesso';
  title: string;
  text?: string;
  /** Undoes the action; gives the message 6 s instead of the chosen time. */
  desfazer?: () => void;
}

export interface Shown extends Message {
  id: string;
  /** What makes two messages the same one. */
  key: string;
  times: number;
  at: number;
}

const mergeWindowMs = 1_000;
/** The messages on the screen, by their keys. */
export const shown = new Map<string, Shown>();

/** Messages that answer an action. Never the only place an error is told. */
export const aviso = {
  /** Solid red, announced at once. */
  erro: (title: string, text?: string) => show({ kind: 'erro', title, text }),
  /** Solid green; with `desfazer` it offers «Desfazer» for 6 s. */
  sucesso: (title: string, text?: string, { desfazer }: Pick<Message, 'desfazer'> = {}) =>
    show({ kind: 'sucesso', title, text, desfazer }),
};

const load = () => import('#web/ui/toast-stack.tsx').then((module) => ({ default: module.ToastStack }));
const ToastStack = lazy(load);

/**
 * Mount once in the root. Top right, 400 px, ten at most; Alt+T focuses, Esc dismisses. What draws the messages is
 * fetched once the page is at rest, so that it is there when the network is not; a message before that waits.
 */
export function Toaster() {
  const [rested, setRested] = useState(false);
  useEffect(
    () =>
      whenIdle(
        () =>
          void load().then(
            () => setRested(true),
            () => undefined,
          ),
      ),
    [],
  );
  return (
    <>
      {rested && (
        <Suspense>
          <ToastStack />
        </Suspense>
      )}
      <ErrorMirror />
    </>
  );
}

type Draw = (message: Shown) => void;
let draw: Draw | null = null;
const waiting: Shown[] = [];

/** From now on messages are drawn by this; first those that waited. Answers with what ends it. */
export function takeOver(drawing: Draw): () => void {
  draw = drawing;
  for (const message of waiting.splice(0)) drawing(message);
  return () => {
    draw = null;
  };
}

function show(message: Message): void {
  const key = [message.kind, message.title, message.text].join('|');
  const last = shown.get(key);
  const repeated = last !== undefined && Date.now() - last.at < mergeWindowMs;
  const next: Shown = {
    ...message,
    key,
    id: repeated ? last.id : `${key}|${Date.now()}`,
    times: repeated ? last.times + 1 : 1,
    at: Date.now(),
  };
  shown.set(key, next);
  if (draw) draw(next);
  else waiting.push(next);
  if (next.kind === 'erro') mirror(next);
}

let mirrored = '';
const mirrorListeners = new Set<() => void>();

/** Sonner's region is polite; errors must interrupt, so they are also written here. */
function ErrorMirror() {
  const text = useSyncExternalStore(
    (listener) => {
      mirrorListeners.add(listener);
      return () => mirrorListeners.delete(listener);
    },
    () => mirrored,
    () => '',
  );
  return (
    <div role="alert" aria-live="assertive" className="sr-only">
      {text}
    </div>
  );
}

function mirror({ title, text, times }: Shown): void {
  mirrored = [title, text, times > 1 && `${times} vezes`].filter(Boolean).join('. ');
  for (const listener of mirrorListeners) listener();
}
