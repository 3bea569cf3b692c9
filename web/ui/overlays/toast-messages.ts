export interface ToastMessage {
  kind: 'erro' | 'sucesso';
  title: string;
  text?: string;
  /** Undoes the action; gives the message 6 s instead of the chosen time. */
  desfazer?: () => void;
}

export interface ShownToast extends ToastMessage {
  id: string;
  /** Equal for repetitions of the same message. */
  key: string;
  times: number;
  at: number;
}

const mergeWindowMs = 1_000;
/** The messages on the screen, by their keys. */
export const shownToasts = new Map<string, ShownToast>();

type Render = (message: ShownToast) => void;
let render: Render | null = null;
const queued: ShownToast[] = [];

/** Sets the function that renders messages, and renders those queued before. Returns the cleanup. */
export function setRenderer(renderer: Render): () => void {
  render = renderer;
  for (const message of queued.splice(0)) renderer(message);
  return () => {
    render = null;
  };
}

/** Shows a message, or increments the count of the same message within one second. */
export function showToast(message: ToastMessage): void {
  const key = [message.kind, message.title, message.text].join('|');
  const last = shownToasts.get(key);
  const repeated = last !== undefined && Date.now() - last.at < mergeWindowMs;
  const next: ShownToast = {
    ...message,
    key,
    id: repeated ? last.id : `${key}|${Date.now()}`,
    times: repeated ? last.times + 1 : 1,
    at: Date.now(),
  };
  shownToasts.set(key, next);
  if (render) render(next);
  else queued.push(next);
  if (next.kind === 'erro') updateErrorText(next);
}

let lastError = '';
const errorListeners = new Set<() => void>();

/** The last error, for an assertive live region. */
export const errorText = (): string => lastError;

/** Calls the listener whenever `errorText` changes. Returns the unsubscribe function. */
export function onErrorText(listener: () => void): () => void {
  errorListeners.add(listener);
  return () => errorListeners.delete(listener);
}

function updateErrorText({ title, text, times }: ShownToast): void {
  lastError = [title, text, times > 1 && `${times} vezes`].filter(Boolean).join('. ');
  for (const listener of errorListeners) listener();
}
