import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { Ref } from 'react';

/** Token that the provider made of a card. The card number stays in the provider's frame. */
export interface CardToken {
  token: string;
  brand?: string;
}

export interface CardFieldsHandle {
  /**
   * Resolves to null when a field is invalid: the frame shows which. Resolves to `silent` when the fields did not load
   * or their provider did not answer; they are then reloaded.
   */
  requestToken: () => Promise<CardToken | 'silent' | null>;
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

const initialHeight = 340;
/** Maximum time for a provider to create a card token. */
const tokenTimeoutMs = 20_000;

/** The provider's own card fields in a frame: card data never reach this page or our server. */
export function CardFields({ path, ref, onEnter }: CardFieldsProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const resolveToken = useRef<(token: CardToken | null) => void>(undefined);
  const loaded = useRef(false);
  const [loads, setLoads] = useState(1);
  const [height, setHeight] = useState(initialHeight);
  const [params] = useState(frameParams);
  const frameOrigin = URL.canParse(path) ? new URL(path).origin : null;

  useImperativeHandle(ref, () => ({
    async requestToken() {
      const result = loaded.current ? await askFrame() : 'silent';
      if (result === 'silent') {
        loaded.current = false;
        setLoads((count) => count + 1);
      }
      return result;
    },
  }));

  function askFrame(): Promise<CardToken | 'silent' | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve('silent'), tokenTimeoutMs);
      resolveToken.current = (token) => {
        clearTimeout(timer);
        resolve(token);
      };
      // A sandboxed frame has no origin to name; the message carries no data.
      frame.current?.contentWindow?.postMessage({ type: 'praca-card:ask' }, frameOrigin ?? '*');
    });
  }

  useEffect(() => {
    function onMessage({ origin, source, data }: MessageEvent<Message | null>): void {
      if (origin !== (frameOrigin ?? 'null') || source !== frame.current?.contentWindow) return;
      if (data?.type === 'praca-card:height' && data.height) {
        loaded.current = true;
        setHeight(data.height);
      }
      if (data?.type === 'praca-card:enter') onEnter();
      if (data?.type === 'praca-card:invalid') resolveToken.current?.(null);
      if (data?.type === 'praca-card:token' && data.token)
        resolveToken.current?.({ token: data.token, ...(data.brand && { brand: data.brand }) });
    }
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [onEnter, frameOrigin]);

  return (
    // The provider's script must not run in this origin, which holds the session token. A frame from its own origin is
    // isolated too.
    <iframe
      key={loads}
      ref={frame}
      title="Dados do cartão"
      src={`${path}?${params}`}
      sandbox={`allow-scripts allow-forms${frameOrigin === null ? '' : ' allow-same-origin'}`}
      height={height}
      className="w-full border-0"
    />
  );
}

/** Origin, theme and font of this page, as search parameters of the frame's address. */
function frameParams(): string {
  const dark = getComputedStyle(document.documentElement).colorScheme === 'dark';
  const font = document.querySelector<HTMLLinkElement>('link[rel=preload][as=font]');
  return new URLSearchParams({
    site: location.origin,
    tema: dark ? 'escuro' : 'claro',
    ...(font && { fonte: new URL(font.href).pathname }),
  }).toString();
}
