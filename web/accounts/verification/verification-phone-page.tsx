import { PageError } from '#web/pages/page-error.tsx';
import { brandName } from '#web/ui/theme/brand.ts';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { confirmPhone, getAccount, requestPhoneCode } from '#contract/accounts/account.ts';
import { api } from '#web/api/api.ts';
import { whenSignedIn } from '#web/api/guard.ts';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Loading, Skeleton } from '#web/ui/page/skeleton.tsx';
import { Tiles } from '#web/ui/theme/tiles.tsx';
import type { Route } from './+types/verification-phone-page';
import { CodeForm } from '#web/accounts/sign-in/code-form.tsx';
import { formatPhone } from './phone.ts';
import { PhoneForm } from './phone-form.tsx';
import { ResendButton } from './resend-button.tsx';
import { safeReturnPath } from '#web/accounts/sign-in/return-path.ts';
import { VerificationText } from './verification-parts.tsx';

export const ErrorBoundary = () => <PageError title="Confirme seu celular" thing="seu celular" />;

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  whenSignedIn(request, async () => ({ phone: (await api(getAccount)).phone }));

export function meta() {
  return [{ title: `Confirme seu celular · ${brandName}` }, { name: 'robots', content: 'noindex' }];
}

const frame = 'mx-auto flex w-full max-w-[592px] page-gutter flex-col items-start gap-6 py-10 md:py-16';

export function HydrateFallback() {
  return (
    <Loading name="seu celular" className={frame}>
      <Skeleton className="size-24 rounded-lg" />
      <Skeleton className="h-9 w-72 max-w-full" />
      <Skeleton className="h-11 w-full rounded-md" />
    </Loading>
  );
}

interface SentCode {
  /** Digits with area code. */
  phone: string;
  resendAfterSeconds: number;
}

/** `/verification-phone`: asks for the number and the code, then returns to the page that required it. */
export default function VerificationPhonePage({ loaderData: { phone } }: Route.ComponentProps) {
  const [query] = useSearchParams();
  const [texted, setTexted] = useState<SentCode | null>(null);
  const [confirmed, setConfirmed] = useState(false);
  const returnTo = safeReturnPath(query.get('returnTo'));
  return (
    <div className={frame}>
      <Tiles seed="confirmar celular" className="size-24 rounded-lg" missing={confirmed ? undefined : 4} />
      {confirmed && <PhoneConfirmed returnTo={returnTo} />}
      {!confirmed && texted && (
        <EnterCode texted={texted} onConfirmed={() => setConfirmed(true)} onOther={() => setTexted(null)} />
      )}
      {!confirmed && !texted && (
        <VerificationText title={phone ? 'Atualize seu celular' : 'Confirme seu celular'}>
          {phone && (
            <p>
              Seu celular é <span className="whitespace-nowrap text-ink tabular-nums">{phone}</span> até você
              confirmar outro.
            </p>
          )}
          <PhoneForm onCodeSent={setTexted} />
        </VerificationText>
      )}
    </div>
  );
}

interface EnterCodeProps {
  texted: SentCode;
  onConfirmed: () => void;
  onOther: () => void;
}

function EnterCode({ texted: { phone, resendAfterSeconds }, onConfirmed, onOther }: EnterCodeProps) {
  const { reload } = useSession();
  return (
    <VerificationText title="Digite o código">
      <p>
        Mandamos um código por SMS para{' '}
        <strong className="font-semibold whitespace-nowrap text-ink tabular-nums">
          {formatPhone(phone)}
        </strong>
        . A mensagem diz até quando ele vale.
      </p>
      <CodeForm
        endpoint={confirmPhone}
        label="Código do SMS"
        action="Confirmar celular"
        focused
        onDone={() => {
          onConfirmed();
          void reload();
        }}
      />
      <div className="flex w-full flex-wrap items-start gap-2">
        <ResendButton
          label="Reenviar código"
          sentText="Enviamos outro código. O mais recente é o que vale."
          waitSeconds={resendAfterSeconds}
          send={async () => (await api(requestPhoneCode, { body: { phone } })).resendAfterSeconds}
          className="flex flex-col items-start gap-3"
        />
        <Button variant="quiet" className="max-sm:-ml-5" onClick={onOther}>
          Trocar número
        </Button>
      </div>
    </VerificationText>
  );
}

function PhoneConfirmed({ returnTo }: { returnTo: string }) {
  return (
    <VerificationText title="Celular confirmado">
      <p>Pronto. Avisamos por ele quando houver entrega, e seus saques ficam mais protegidos.</p>
      <Button asChild>
        <Link to={returnTo === '/' ? '/conta' : returnTo} replace>
          Continuar
        </Link>
      </Button>
    </VerificationText>
  );
}
