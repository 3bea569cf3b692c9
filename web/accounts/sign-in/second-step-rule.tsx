import { Navigate, useLocation } from 'react-router';
import { useSession } from '#web/session.tsx';
import { authPath, wantedPath } from './return-path.ts';

/**
 * While the second step is missing every place is replaced by it, and what was wanted is kept for afterwards
 * (specification §4). Leaving stays possible.
 */
export function SecondStepRule() {
  const { user } = useSession();
  const location = useLocation();
  const allowed = ['/auth/twofactor', '/sair'].includes(location.pathname);
  if (user.id <= 0 || user.twofactor !== 'pending' || allowed) return null;
  return <Navigate to={authPath('twofactor', wantedPath(location))} replace />;
}
