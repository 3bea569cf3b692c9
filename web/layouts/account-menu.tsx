import { Fragment, Suspense, useEffect } from 'react';
import { Link } from 'react-router';
import { sessionToken } from '#web/ui/storage/session-token.ts';
import { Cached } from '#web/boot/cached-markup.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { useSession } from '#web/session.tsx';
import { Button } from '#web/ui/buttons/button.tsx';

const load = () => import('./member-area.tsx').then((module) => ({ default: module.MemberArea }));
const Member = lazyPart(load, { background: true });

/**
 * The right end of the top bar. The server renders it for a visitor; a browser with a session token leaves the space
 * empty (`data-member`, see `member-script.ts`) until the user is loaded, so that the layout does not shift.
 */
export function AccountArea() {
  const session = useSession();
  useEffect(() => {
    // Loads the code of the member area while the user is being fetched.
    if (sessionToken.read()) void load().catch(() => undefined);
  }, []);
  return (
    <div className="flex min-w-11 items-center justify-end gap-1 md:min-w-[212px] md:gap-2">
      {session.signedIn ? (
        <Suspense>
          <Member session={session} />
        </Suspense>
      ) : (
        <Visitor loading={session.loading} />
      )}
    </div>
  );
}

function Visitor({ loading }: { loading: boolean }) {
  return (
    <Cached
      kind="visitor"
      parts={['entrar']}
      className={loading ? 'flex gap-2 [html[data-member]_&]:invisible' : 'flex gap-2'}
    >
      {(key) => (
        <Fragment key={key}>
          <Button asChild variant="quiet" className="px-3 max-md:px-2">
            <Link to="/auth/login">Entrar</Link>
          </Button>
          <Button asChild variant="secondary" className="hidden px-4 md:inline-flex">
            <Link to="/auth/register">Criar conta</Link>
          </Button>
        </Fragment>
      )}
    </Cached>
  );
}
