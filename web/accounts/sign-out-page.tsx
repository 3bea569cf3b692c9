import { brandName } from '#web/ui/theme/brand.ts';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { sessionToken } from '#web/ui/storage/session-token.ts';
import { closeConnection } from '#web/live/realtime-connection.ts';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { LogoMark } from '#web/ui/theme/logo.tsx';
import { aviso } from '#web/ui/overlays/toast.tsx';
import { currentOwner, endOwnership, openStores } from '#web/ui/storage/own-storage.ts';
import { prepareStorageClearing, deleteCaches, hasUnsentDrafts } from './leave-cleanly.ts';

export function meta() {
  return [{ title: `Saindo da conta · ${brandName}` }, { name: 'robots', content: 'noindex' }];
}

/** `/sair`: signs out and goes to the home page. The browser forgets the session even when the call fails. */
export default function SignOutPage() {
  const [confirmed, setConfirmed] = useState(false);
  const [hasDrafts, setHasDrafts] = useState<boolean | null>(null);
  // Storage exists only in the browser, so it is read after the first render, before it is cleared.
  useEffect(() => {
    const frame = setTimeout(() =>
      setHasDrafts(sessionToken.read() !== null && hasUnsentDrafts(openStores(), currentOwner())),
    );
    return () => clearTimeout(frame);
  }, []);
  const asking = hasDrafts === true && !confirmed;
  return (
    <div className="page-gutter mx-auto flex min-h-[60dvh] w-full max-w-text flex-col items-center justify-center gap-5 text-center">
      <LogoMark className="size-14" />
      {asking ? (
        <UnsentDrafts onConfirm={() => setConfirmed(true)} />
      ) : (
        <h1 className="text-h2">Saindo da sua conta…</h1>
      )}
      {hasDrafts !== null && !asking && <SigningOut />}
    </div>
  );
}

function UnsentDrafts({ onConfirm }: { onConfirm: () => void }) {
  const navigate = useNavigate();
  return (
    <>
      <h1 className="text-h2">Há uma mensagem não enviada.</h1>
      <p className="text-body text-ink-2">Se você sair, o que foi escrito neste aparelho é apagado.</p>
      <div className="flex flex-col-reverse gap-2 sm:flex-row">
        <Button variant="secondary" onClick={onConfirm}>
          Sair mesmo assim
        </Button>
        <Button onClick={() => void (window.history.length > 1 ? navigate(-1) : navigate('/conta'))}>
          Voltar
        </Button>
      </div>
    </>
  );
}

/** Signs out on mount. */
function SigningOut() {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    // The provider must not automatically sign in a person who just signed out.
    window.google?.accounts.id.disableAutoSelect();
    const clearStorage = prepareStorageClearing(openStores());
    closeConnection();
    void Promise.all([signOut(), deleteCaches().catch(() => undefined)]).then(async () => {
      clearStorage();
      endOwnership();
      await navigate('/', { replace: true });
      aviso.sucesso('Até logo', 'Você saiu da conta.');
    });
  }, [signOut, navigate]);
  return null;
}
