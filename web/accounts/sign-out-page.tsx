import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '#web/session.tsx';
import { LogoMark } from '#web/ui/logo.tsx';
import { aviso } from '#web/ui/toast.tsx';

export function meta() {
  return [{ title: 'Saindo da conta · Praça' }, { name: 'robots', content: 'noindex' }];
}

/** `/sair`: leaves and goes home. Even when the call fails the browser forgets the session (design S25). */
export default function SignOutPage() {
  const { leave } = useSession();
  const navigate = useNavigate();
  const left = useRef(false);
  useEffect(() => {
    if (left.current) return;
    left.current = true;
    void leave().then(async () => {
      await navigate('/', { replace: true });
      aviso.sucesso('Até logo', 'Você saiu da conta.');
    });
  }, [leave, navigate]);
  return (
    <div className="page-gutter mx-auto flex min-h-[60dvh] w-full max-w-text flex-col items-center justify-center gap-5 text-center">
      <LogoMark className="size-14" />
      <h1 className="text-h2">Saindo da sua conta…</h1>
    </div>
  );
}
