import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Ref } from 'react';

/** What the provider's fields made of a card. The number stays in their frame. */
export interface CardToken {
  token: string;
  brand?: string;
}

export interface CardFieldsHandle {
  /**
   * Null when something typed is wrong: the fields say what, beside it. `silent` when they did not load, or their
   * provider does not answer: they are loaded anew.
   */
  ask: () => Promise<CardToken | 'silent' | null>;
}

interface CardFieldsProps {
  path: string;
  ref: Ref<CardFieldsHandle>;
  /** Enter was pressed in a field. */
  onEnter: () => void;
}

interface Message {
  type?: string;
  token?: string;
  brand?: string;
  height?: number;
}

const usualHeight = 340;
/** How long a provider may take to make a token of a card. */
const patienceMs = 20_000;

/** The provider's own card fields in a frame: what is typed there never reaches this page or our server. */
export function CardFields({ path, ref, onEnter }: CardFieldsProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const answer = useRef<(token: CardToken | null) => void>(undefined);
  const loaded = useRef(false);
  const [loading, setLoading] = useState(1);
  const [height, setHeight] = useState(usualHeight);
  const [look] = useState(ownLook);
  const own = URL.canParse(path) ? new URL(path).origin : null;

  useImperativeHandle(ref, () => ({
    async ask() {
      const given = loaded.current ? await answered() : 'silent';
      if (given === 'silent') {
        loaded.current = false;
        setLoading((times) => times + 1);
      }
      return given;
    },
  }));

  function answered(): Promise<CardToken | 'silent' | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve('silent'), patienceMs);
      answer.current = (token) => {
        clearTimeout(timer);
        resolve(token);
      };
      // A sandboxed frame has no origin that could be named; the message holds nothing.
      frame.current?.contentWindow?.postMessage({ type: 'praca-card:ask' }, own ?? '*');
    });
  }

  useEffect(() => {
    function onMessage({ origin, source, data }: MessageEvent<Message | null>): void {
      if (origin !== (own ?? 'null') || source !== frame.current?.contentWindow) return;
      if (data?.type === 'praca-card:height' && data.height) {
        loaded.current = true;
        setHeight(data.height);
      }
      if (data?.type === 'praca-card:enter') onEnter();
      if (data?.type === 'praca-card:invalid') answer.current?.(null);
      if (data?.type === 'praca-card:token' && data.token)
        answer.current?.({ token: data.token, ...(data.brand && { brand: data.brand }) });
    }
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [onEnter, own]);

  return (
    // The provider's script must not reach this origin, where the session's token is. An origin of its own is as apart.
    <iframe
      key={loading}
      ref={frame}
      title="Dados do cartão"
      src={`${path}?${look}`}
      sandbox={`allow-scripts allow-forms${own === null ? '' : ' allow-same-origin'}`}
      height={height}
      className="w-full border-0"
    />
  );
}

/** Origin, theme and font of this page, for the frame's address. */
function ownLook(): string {
  const dark = getComputedStyle(document.documentElement).colorScheme === 'dark';
  const font = document.querySelector<HTMLLinkElement>('link[rel=preload][as=font]');
  return new URLSearchParams({
    site: location.origin,
    tema: dark ? 'escuro' : 'claro',
    ...(font && { fonte: new URL(font.href).pathname }),
  }).toString();
}
