import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Reply } from '#contract/endpoint.ts';
import { createIdentitySession, createSignInNonce } from '#contract/accounts/identities.ts';
import type { listSignInProviders } from '#contract/accounts/identities.ts';
import { api, ApiError } from '#web/api/api.ts';
import { useSession } from '#web/session.tsx';
import { Banner } from '#web/ui/page/banner.tsx';
import { cn } from '#web/ui/styles/class-names.ts';
import { loadGoogle } from './google-script.ts';
import { lastProvider, useLastProvider } from './last-provider.ts';
import { authPath } from './return-path.ts';
import { whenIdle } from '#web/ui/page/when-idle.ts';

export type Provider = Reply<typeof listSignInProviders>['items'][number];

interface ProviderButtonsProps {
  providers: readonly Provider[];
  context: 'signin' | 'signup';
  returnTo: string;
}

/** «Continuar com {provedor}» with a divider below; renders nothing without a provider or its script. */
export function ProviderButtons({ providers, context, returnTo }: ProviderButtonsProps) {
  const [blocked, setBlocked] = useState<readonly string[]>([]);
  const usable = providers.filter(({ slug }) => !blocked.includes(slug));
  if (usable.length === 0) return null;
  return (
    <div className="mb-6 flex flex-col gap-4">
      {usable.map((provider) => (
        <ProviderButton
          key={provider.slug}
          {...{ provider, context, returnTo }}
          onBlocked={() => setBlocked((slugs) => [...slugs, provider.slug])}
        />
      ))}
      <p className="flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        ou com e-mail
      </p>
    </div>
  );
}

interface ProviderButtonProps {
  provider: Provider;
  context: 'signin' | 'signup';
  returnTo: string;
  onBlocked: () => void;
}

function ProviderButton({ provider, context, returnTo, onBlocked }: ProviderButtonProps) {
  const last = useLastProvider();
  const { refusal, round: attempt, receive } = useProviderSignIn(provider, returnTo);
  return (
    <div className="flex flex-col gap-2">
      {refusal && (
        <Banner tone="danger" role="alert">
          {refusal}
        </Banner>
      )}
      <GoogleButton key={attempt} {...{ provider, context, onBlocked }} onCredential={receive} />
      {context === 'signin' && last === provider.slug && (
        <p className="text-center text-sm text-ink-2">Da última vez você usou {provider.name}</p>
      )}
    </div>
  );
}

/** Handles the provider's response: a session, a registration that needs a username, or an error text. */
function useProviderSignIn(provider: Provider, returnTo: string) {
  const { signIn } = useSession();
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string | null>(null);
  // A nonce works once, so the button is rendered with another after every response.
  const [round, setRound] = useState(0);

  async function receive(credential: string): Promise<void> {
    setRefusal(null);
    try {
      const { token } = await api(createIdentitySession, { body: { provider: provider.slug, credential } });
      lastProvider.keep(provider.slug);
      await signIn(token);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'registration_needed')
        return void navigate(authPath('register', returnTo), {
          state: { newcomer: { ...error.meta, provider: provider.slug } },
        });
      setRefusal(errorText(error, provider.name));
      setRound((past) => past + 1);
    }
  }

  return { refusal, round, receive };
}

function errorText(error: ApiError, name: string): string {
  const genericCodes = ['identity_invalid', 'unavailable', 'internal', 'not_found', 'invalid_request'];
  return genericCodes.includes(error.code)
    ? `Não deu para entrar com ${name}. Use e-mail e senha ou tente de novo.`
    : error.detail;
}

/** Nonces are valid for ten minutes. */
const nonceLifeMs = 9 * 60_000;
const maxWidthPx = 400;

interface GoogleButtonProps {
  provider: Provider;
  context: 'signin' | 'signup';
  onCredential: (credential: string) => Promise<void>;
  onBlocked: () => void;
}

/** The provider's own button, because custom buttons are not allowed in this flow. */
export function GoogleButton({ provider, context, onCredential, onBlocked }: GoogleButtonProps) {
  const box = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(false);
  const latest = useRef({ onCredential, onBlocked });
  useEffect(() => {
    latest.current = { onCredential, onBlocked };
  });
  const { slug, clientId, scriptUrl } = provider;
  useEffect(() => {
    let isUnmounted = false;
    const stopIdle = whenIdle(() => void draw(), { maxDelayMs: 3_000, fallbackDelayMs: 300 });
    const timer = setInterval(() => void draw(), nonceLifeMs);
    async function draw(): Promise<void> {
      try {
        const google = await loadGoogle(scriptUrl);
        const { nonce } = await api(createSignInNonce, { body: { provider: slug } });
        if (isUnmounted || !box.current) return;
        google.accounts.id.initialize({
          client_id: clientId,
          nonce,
          callback: ({ credential }) => void latest.current.onCredential(credential),
          context,
          ux_mode: 'popup',
          auto_select: false,
        });
        box.current.replaceChildren();
        google.accounts.id.renderButton(box.current, buttonOptions(box.current.clientWidth));
        setDrawn(true);
      } catch {
        if (!isUnmounted) latest.current.onBlocked();
      }
    }
    return () => {
      isUnmounted = true;
      stopIdle();
      clearInterval(timer);
    };
  }, [slug, clientId, scriptUrl, context]);
  // Reserves the height while the button loads, so that the layout does not shift.
  return (
    <div
      ref={box}
      data-slot="provider-button"
      className={cn(
        'flex min-h-11 w-full min-w-0 items-center justify-center scheme-light *:max-w-full',
        !drawn && 'rounded-md bg-surface-2',
      )}
    />
  );
}

function buttonOptions(widthPx: number): Record<string, string> {
  return {
    type: 'standard',
    theme: document.documentElement.dataset.theme === 'dark' ? 'filled_black' : 'outline',
    size: 'large',
    text: 'continue_with',
    shape: 'rectangular',
    logo_alignment: 'center',
    width: String(Math.min(maxWidthPx, Math.floor(widthPx))),
    locale: 'pt-BR',
  };
}
