import { KeyRound } from '#web/ui/icons/icons.tsx';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPasskeyChallenge, createPasskeySession } from '#contract/accounts/sessions.ts';
import { api, ApiError } from '#web/api/api.ts';
import { useSession } from '#web/session.tsx';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { lastProvider } from './last-provider.ts';
import {
  requestPasskey,
  passkeyFailureText,
  cancelPasskeyRequest,
  wasCancelled,
} from '#web/accounts/passkeys.ts';
import { whenIdle } from '#web/ui/page/when-idle.ts';

/** «Entrar com chave de acesso», and passkeys among the autofill suggestions of the username field. */
export function PasskeySignIn() {
  const { signIn } = useSession();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const supported = useSyncExternalStore(subscribe, canUsePasskeys, () => false);
  usePasskeyAutofill(signIn, setRefusal);

  async function press(): Promise<void> {
    setPending(true);
    setRefusal(null);
    try {
      await signIn(await signInByPasskey());
      lastProvider.forget();
    } catch (error) {
      setRefusal(errorText(error));
    } finally {
      setPending(false);
    }
  }

  if (!supported) return null;
  return (
    <>
      {refusal && (
        <Banner tone="danger" role="alert">
          {refusal}
        </Banner>
      )}
      <Button
        variant="secondary"
        full
        loading={pending}
        icon={<KeyRound aria-hidden="true" />}
        onClick={() => void press()}
      >
        Entrar com chave de acesso
      </Button>
    </>
  );
}

const subscribe = () => () => undefined;
const canUsePasskeys = () => 'PublicKeyCredential' in window;

/** Signs in by passkey and returns the session's token. */
async function signInByPasskey(autofill = false): Promise<string> {
  const { challengeId, options } = await api(createPasskeyChallenge);
  const response = await requestPasskey(options, { autofill });
  return (await api(createPasskeySession, { body: { challengeId, response } })).token;
}

function usePasskeyAutofill(
  enter: (token: string) => Promise<unknown>,
  onRefusal: (message: string | null) => void,
): void {
  const latest = useRef({ enter, onRefusal });
  useEffect(() => {
    latest.current = { enter, onRefusal };
  });
  useEffect(() => {
    let unmounted = false;
    let requesting = false;
    const stopIdle = whenIdle(() => void offer(), { maxDelayMs: 3_000, fallbackDelayMs: 300 });
    async function offer(): Promise<void> {
      if (!canUsePasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
      if (unmounted) return;
      requesting = true;
      try {
        await latest.current.enter(await signInByPasskey(true));
      } catch (error) {
        // Autofill starts by itself, so only the refusal of a chosen passkey is shown.
        if (error instanceof ApiError && error.code === 'passkey_invalid' && !unmounted)
          latest.current.onRefusal(error.detail);
      }
    }
    return () => {
      unmounted = true;
      stopIdle();
      if (requesting) void cancelPasskeyRequest();
    };
  }, []);
}

function errorText(error: unknown): string | null {
  if (error instanceof ApiError) return error.detail;
  return wasCancelled(error) ? null : passkeyFailureText;
}
