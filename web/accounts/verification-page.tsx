import { Link, useSearchParams } from 'react-router';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Tiles } from '#web/ui/tiles.tsx';
import { ConfirmByLink } from './confirm-by-link.tsx';
import { Confirmed, VerificationText } from './verification-parts.tsx';
import { WaitForConfirmation } from './wait-for-confirmation.tsx';

export function meta() {
  return [{ title: 'Confirme seu e-mail · Praça' }, { name: 'robots', content: 'noindex' }];
}

/** `/verification`: with `?token=` it confirms; without, it waits for the link to be opened somewhere. */
export default function VerificationPage() {
  const [query] = useSearchParams();
  const { user } = useSession();
  const token = query.get('token');
  return (
    <div className="mx-auto flex w-full max-w-[592px] page-gutter flex-col items-start gap-6 py-10 md:py-16">
      <Tiles
        seed="confirmar e-mail"
        className="size-24 rounded-lg"
        missing={user.email_verified ? undefined : 4}
      />
      {token ? <ConfirmByLink key={token} token={token} /> : <WithoutToken />}
    </div>
  );
}

function WithoutToken() {
  const { user, signedIn, loading } = useSession();
  if (user.email_verified) return <Confirmed />;
  if (signedIn) return <WaitForConfirmation email={user.email} />;
  return (
    <VerificationText title="Confirme seu e-mail">
      <p>{loading ? 'Um instante…' : 'Entre na sua conta para pedir o link de confirmação.'}</p>
      {!loading && (
        <Button asChild>
          <Link to="/auth/login?returnTo=/verification">Entrar</Link>
        </Button>
      )}
    </VerificationText>
  );
}
