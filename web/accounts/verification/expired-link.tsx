import { Link } from 'react-router';
import { Button } from '#web/ui/buttons/button.tsx';
import { AuthHeader } from '#web/accounts/sign-in/auth-parts.tsx';
import { authPath } from '#web/accounts/sign-in/return-path.ts';

/** Shown for a link that was used, replaced or has expired. */
export function ExpiredLink({ returnTo }: { returnTo: string }) {
  return (
    <div aria-live="polite">
      <AuthHeader title="Recuperar acesso">Este link venceu. Peça outro.</AuthHeader>
      <Button asChild>
        <Link to={authPath('recovery', returnTo)} replace>
          Pedir novo link
        </Link>
      </Button>
    </div>
  );
}
