import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Ref } from 'react';

/** What the provider's fields made of a card. The number stays in their frame. */
export interface CardToken {
  token: string;
  brand?: string;
}

export interface CardFieldsHandle {
  /** Null when something typed is wrong: the fields say what, beside it. */
  ask: () => Promise<CardToken | null>;
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

/** The provider's own card fields in a frame: what is typed there never reaches this page or our server. */
export function CardFields({ path, ref, onEnter }: CardFieldsProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const answer = useRef<(token: CardToken | null) => void>(undefined);
  const [height, setHeight] = useState(usualHeight);
  const [dark] = useState(() => getComputedStyle(document.documentElement).colorScheme === 'dark');

  useImperativeHandle(ref, () => ({
    ask: () =>
      new Promise((resolve) => {
        answer.current = resolve;
        frame.current?.contentWindow?.postMessage({ type: 'praca-card:ask' }, location.origin);
      }),
  }));

  useEffect(() => {
    function onMessage({ origin, source, data }: MessageEvent<Message | null>): void {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      if (data?.type === 'praca-card:height' && data.height) setHeight(data.height);
      if (data?.type === 'praca-card:enter') onEnter();
      if (data?.type === 'praca-card:invalid') answer.current?.(null);
      if (data?.type === 'praca-card:token' && data.token)
        answer.current?.({ token: data.token, ...(data.brand && { brand: data.brand }) });
    }
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [onEnter]);

  return (
    // A page of this server's own, held by a policy of its own; providers' fields need its origin, so no sandbox.
    // oxlint-disable-next-line react/iframe-missing-sandbox
    <iframe
      ref={frame}
      title="Dados do cartão"
      src={`${path}?tema=${dark ? 'escuro' : 'claro'}`}
      height={height}
      className="w-full border-0"
    />
  );
}
