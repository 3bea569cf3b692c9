import { useState } from 'react';
import type { ProofMethod } from '#domain/accounts/accounts.ts';
import { ProblemBanner } from '#web/api/problem-banner.tsx';
import { durationText } from '#domain/text/durations.ts';
import { Banner } from '#web/ui/page/banner.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { sortMethods, methodLabels } from './proof-methods.ts';
import { CodeProof, EmailProof, PasskeyProof, PasswordProof, RecoveryProof } from './proof-panels.tsx';
import type { CurrentSession } from './use-current-session.ts';
import type { ProofHandlers } from './use-proof.ts';
import { useProof } from './use-proof.ts';

interface ProofFormProps extends ProofHandlers {
  session: CurrentSession;
  /** Offers to trust this device; for the second step of a sign-in. */
  offerTrust?: boolean;
}

/** Asks for a proof of identity by one method, with links to the other methods. */
export function ProofForm({ session, offerTrust = false, ...handlers }: ProofFormProps) {
  const methods = sortMethods(session.methods);
  const [method, setMethod] = useState<ProofMethod | undefined>(methods[0]);
  const [trusted, setTrusted] = useState(false);
  // Switching to another method and back does not send another e-mail code.
  const [mailedAt, setMailedAt] = useState<number | null>(null);
  const proving = useProof(handlers);
  const trustDevice = offerTrust ? trusted : undefined;
  const panel = { proving, trustDevice };
  if (!method)
    return (
      <Banner tone="warning">Não há outro meio de confirmar agora. Saia da conta e entre de novo.</Banner>
    );
  return (
    <div className="flex flex-col gap-5">
      <ProblemBanner problem={proving.problem} wait="Espere" />
      {proving.failure && (
        <Banner tone="danger" role="alert">
          {proving.failure}
        </Banner>
      )}
      {method === 'totp' && <CodeProof key="totp" {...panel} method="totp" />}
      {method === 'email' && (
        <EmailProof key="email" {...panel} session={session} mailedAt={mailedAt} onEmailSent={setMailedAt} />
      )}
      {method === 'recovery' && <RecoveryProof {...panel} />}
      {method === 'password' && <PasswordProof {...panel} />}
      {method === 'passkey' && <PasskeyProof {...panel} />}
      {offerTrust && (
        <Checkbox checked={trusted} onCheckedChange={setTrusted}>
          Confiar neste aparelho por {durationText(session.trustMs)}
        </Checkbox>
      )}
      {methods.length > 1 && (
        <ul aria-label="Outros meios" className="flex flex-col items-start border-t border-border pt-3">
          {methods
            .filter((other) => other !== method)
            .map((other) => (
              <li key={other}>
                <Button variant="quiet" className="-ml-5" onClick={() => setMethod(other)}>
                  {methodLabels[other]}
                </Button>
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}
