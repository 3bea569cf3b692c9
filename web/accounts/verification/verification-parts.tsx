import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from '#web/ui/buttons/button.tsx';

/** Title, sentence and one action: the layout of every state of `/verification`. */
export function VerificationText({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-5 text-body text-ink-2" aria-live="polite">
      <h1 className="text-h1 text-ink">{title}</h1>
      {children}
    </div>
  );
}

/** Shown once the e-mail is confirmed, in this tab or elsewhere. */
export function Confirmed({ returnTo }: { returnTo: string }) {
  return (
    <VerificationText title="E-mail confirmado">
      <p>Pronto. Agora você pode comprar e perguntar. Para anunciar, confirme também seu celular.</p>
      <Button asChild>
        <Link to={returnTo}>Continuar</Link>
      </Button>
    </VerificationText>
  );
}
