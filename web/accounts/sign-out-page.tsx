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
import { beginToForget, forgetCaches, hasUnsent } from './leave-cleanly.ts';

export function meta() {
  return [{ title: `Saindo da conta · ${brandName}` }, { name: 'robots', content: 'noindex' }];
}

/** `/sair`: leaves and goes home. Even when the call fails the browser forgets the session. */
export default function SignOutPage() {
  const [sure, setSure] = useState(false);
  const [drafted, setDrafted] = useState<boolean | null>(null);
  // Storage is the browser's: it is looked at once the page is there, before anything is forgotten.
  useEffect(() => {
    const frame = setTimeout(() =>
      setDrafted(sessionToken.read() !== null && hasUnsent(openStores(), currentOwner())),
    );
    return () => clearTimeout(frame);
  }, []);
  const asking = drafted === true && !sure;
  return (
    <div className="page-gutter mx-auto flex min-h-[60dvh] w-full max-w-text flex-col items-center justify-center gap-5 text-center">
      <LogoMark className="size-14" />
      {asking ? <Unsent onSure={() => setSure(true)} /> : <h1 className="text-h2">Saindo da sua conta…</h1>}
      {drafted !== null && !asking && <Leaving />}
    </div>
  );
}

function Unsent({ onSure }: { onSure: () => void }) {
  const navigate = useNavigate();
  return (
    <>
      <h1 className="text-h2">Há uma mensagem não enviada.</h1>
      <p className="text-body text-ink-2">Se você sair, o que foi escrito neste aparelho é apagado.</p>
      <div className="flex flex-col-reverse gap-2 sm:flex-row">
        <Button variant="secondary" onClick={onSure}>
          Sair mesmo assim
        </Button>
        <Button onClick={() => void (window.history.length > 1 ? navigate(-1) : navigate('/conta'))}>
          Voltar
        </Button>
      </div>
    </>
  );
}

/** Goes as soon as it is drawn. */
function Leaving() {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const left = useRef(false);
  useEffect(() => {
    if (left.current) return;
    left.current = true;
    // The provider must not sign in by itself whoever just left.
    window.google?.accounts.id.disableAutoSelect();
    const forget = beginToForget(openStores());
    closeConnection();
    void Promise.all([signOut(), forgetCaches().catch(() => undefined)]).then(async () => {
      forget();
      endOwnership();
      await navigate('/', { replace: true });
      aviso.sucesso('Até logo', 'Você saiu da conta.');
    });
  }, [signOut, navigate]);
  return null;
}
