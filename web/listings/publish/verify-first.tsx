import { CircleCheck, CircleDashed } from '#web/ui/icons/icons.tsx';
import { Link, useLocation } from 'react-router';
import type { SellerProof } from '#domain/accounts/verification.ts';
import { verificationPath, fullPath } from '#web/accounts/sign-in/return-path.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/cards/card.tsx';
import { Tiles } from '#web/ui/theme/tiles.tsx';
import { verificationLabels } from './listing-problem.tsx';

const proofs: readonly { proof: SellerProof; name: string; reason: string }[] = [
  { proof: 'email', name: 'E-mail', reason: 'Por ele você fica sabendo de perguntas e vendas.' },
  { proof: 'phone', name: 'Celular', reason: 'Por ele avisamos de entregas. Não aparece no seu perfil.' },
];

export interface VerifyFirstProps {
  missing: readonly SellerProof[];
  /** Existing drafts are still available. */
  hasDrafts: boolean;
}

/**
 * `/anunciar` before e-mail and phone are verified (L01): says so before anything is typed, with links to verify and
 * return.
 */
export function VerifyFirst({ missing, hasDrafts }: VerifyFirstProps) {
  // The price and plan from `/tarifas` are part of the return address.
  const returnPath = fullPath(useLocation());
  return (
    <div className="mx-auto flex w-full max-w-[592px] page-gutter flex-col items-start gap-6 py-10 md:py-16">
      <Tiles seed="antes de anunciar" cols={4} rows={2} className="h-24 w-48 rounded-lg" missing={3} />
      <div>
        <h1 className="text-h1">Falta pouco para anunciar</h1>
        <p className="mt-2 text-body text-ink-2">
          Quem compra confia mais em quem confirma seus contatos. Leva dois minutos, e você volta para cá.
        </p>
      </div>
      <Card className="w-full">
        <ul className="divide-y divide-border">
          {proofs.map(({ proof, name, reason }) => {
            const open = missing.includes(proof);
            const Icon = open ? CircleDashed : CircleCheck;
            return (
              <li
                key={proof}
                className="flex flex-wrap items-center gap-x-3 gap-y-3 py-4 first:pt-0 last:pb-0"
              >
                <Icon aria-hidden="true" className={open ? 'size-5 text-ink-3' : 'size-5 text-success'} />
                <div className="min-w-40 flex-1">
                  <p className="text-ui font-semibold">{open ? name : `${name} confirmado`}</p>
                  <p className="text-sm text-ink-2">{reason}</p>
                </div>
                {open && (
                  <Button asChild variant={proof === missing[0] ? 'primary' : 'secondary'}>
                    <Link to={verificationPath(returnPath, proof)}>{verificationLabels[proof]}</Link>
                  </Button>
                )}
              </li>
            );
          })}
        </ul>
      </Card>
      {hasDrafts && (
        <p className="text-sm text-ink-2">
          Seus rascunhos continuam em{' '}
          <Link to="/conta/anuncios?aba=rascunhos" className="font-semibold text-brand hover:underline">
            Meus anúncios
          </Link>
          .
        </p>
      )}
    </div>
  );
}
