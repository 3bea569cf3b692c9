import { brandName } from '#web/ui/theme/brand.ts';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { Tiles } from '#web/ui/theme/tiles.tsx';
import { ConfirmByLink } from './confirm-by-link.tsx';
import { ConfirmEmailChange } from './confirm-email-change.tsx';
import { authPath, safeReturnPath, verificationPath } from '#web/accounts/sign-in/return-path.ts';
import { Confirmed, VerificationText } from './verification-parts.tsx';
import { WaitForConfirmation } from './wait-for-confirmation.tsx';

export function meta() {
  return [{ title: `Confirme seu e-mail · ${brandName}` }, { name: 'robots', content: 'noindex' }];
}

/**
 * `/verification`: with `?token=` it confirms the address, with `?change=` one side of a change of address; otherwise it
 * asks for the code and waits until the link is opened on any device.
 */
export default function VerificationPage() {
  const [query] = useSearchParams();
  const { user } = useSession();
  const token = query.get('token');
  const change = query.get('change');
  const returnTo = safeReturnPath(query.get('returnTo'));
  return (
    <div className="mx-auto flex w-full max-w-[592px] page-gutter flex-col items-start gap-6 py-10 md:py-16">
      <Tiles
        seed="confirmar e-mail"
        className="size-24 rounded-lg"
        missing={user.email_verified ? undefined : 4}
      />
      {token && <ConfirmByLink key={token} token={token} returnTo={returnTo} />}
      {!token && change && <ConfirmEmailChange key={change} token={change} />}
      {!token && !change && <WithoutToken returnTo={returnTo} />}
    </div>
  );
}

function WithoutToken({ returnTo }: { returnTo: string }) {
  const { user, signedIn, loading } = useSession();
  const { state } = useLocation();
  if (user.email_verified) return <Confirmed returnTo={returnTo} />;
  const { justSent = false } = (state ?? {}) as { justSent?: boolean };
  if (signedIn) return <WaitForConfirmation email={user.email} justSent={justSent} returnTo={returnTo} />;
  return (
    <VerificationText title="Confirme seu e-mail">
      <p>{loading ? 'Um instante…' : 'Entre na sua conta para pedir o link de confirmação.'}</p>
      {!loading && (
        <Button asChild>
          <Link to={authPath('login', verificationPath(returnTo))}>Entrar</Link>
        </Button>
      )}
    </VerificationText>
  );
}
