import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPasskeyChallenge, createPasskeySession } from '#contract/accounts/sessions.ts';
import { api, ApiError } from '#web/api/api.ts';
import { useSession } from '#web/session.tsx';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { lastProvider } from './last-provider.ts';
import { askPasskey, passkeyFailed, stopAskingPasskey, wasCancelled } from '#web/accounts/passkeys.ts';
import { whenIdle } from '#web/accounts/when-idle.ts';

/** «Entrar com chave de acesso», and the same keys among the suggestions of the name field. */
export function PasskeySignIn() {
  const { signIn } = useSession();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const supported = useSyncExternalStore(never, canUsePasskeys, () => false);
  usePasskeyAutofill(signIn, setRefusal);

  async function press(): Promise<void> {
    setPending(true);
    setRefusal(null);
    try {
      await signIn(await signInByPasskey());
      lastProvider.forget();
    } catch (error) {
      setRefusal(wordsOf(error));
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

const never = () => () => undefined;
const canUsePasskeys = () => 'PublicKeyCredential' in window;

/** The token of a session opened by a passkey. */
async function signInByPasskey(autofill = false): Promise<string> {
  const { challengeId, options } = await api(createPasskeyChallenge);
  const response = await askPasskey(options, { autofill });
  return (await api(createPasskeySession, { body: { challengeId, response } })).token;
}

function usePasskeyAutofill(
  enter: (token: string) => Promise<unknown>,
  onRefusal: (words: string | null) => void,
): void {
  const latest = useRef({ enter, onRefusal });
  useEffect(() => {
    latest.current = { enter, onRefusal };
  });
  useEffect(() => {
    let gone = false;
    let asking = false;
    const stopIdle = whenIdle(() => void offer());
    async function offer(): Promise<void> {
      if (!canUsePasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
      if (gone) return;
      asking = true;
      try {
        await latest.current.enter(await signInByPasskey(true));
      } catch (error) {
        // Nobody asked for the silent offer: only the refusal of a chosen key is told.
        if (error instanceof ApiError && error.code === 'passkey_invalid' && !gone)
          latest.current.onRefusal(error.detail);
      }
    }
    return () => {
      gone = true;
      stopIdle();
      if (asking) void stopAskingPasskey();
    };
  }, []);
}

function wordsOf(error: unknown): string | null {
  if (error instanceof ApiError) return error.detail;
  return wasCancelled(error) ? null : passkeyFailed;
}
