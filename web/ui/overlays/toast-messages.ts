export interface Message {
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

/** Shows a message, or counts it as a repetition of the same one a moment ago. */
export function show(message: Message): void {
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

/** The last error, for a region that interrupts. */
export const errorText = (): string => mirrored;

/** Calls the listener whenever `errorText` changes. Answers with what ends it. */
export function onErrorText(listener: () => void): () => void {
  mirrorListeners.add(listener);
  return () => mirrorListeners.delete(listener);
}

function mirror({ title, text, times }: Shown): void {
  mirrored = [title, text, times > 1 && `${times} vezes`].filter(Boolean).join('. ');
  for (const listener of mirrorListeners) listener();
}
