import { Navigate, useLocation } from 'react-router';
import { useSession } from '#web/session.tsx';
import { authPath, pathAfterSecondStep } from './return-path.ts';

/**
 * While the second step is missing, every page redirects to it and keeps its address as return path (specification §4).
 * Signing out stays possible.
 */
export function SecondStepRule() {
  const { user } = useSession();
  const location = useLocation();
  const allowed = ['/auth/twofactor', '/sair'].includes(location.pathname);
  if (user.id <= 0 || user.twofactor !== 'pending' || allowed) return null;
  return <Navigate to={authPath('twofactor', pathAfterSecondStep(location))} replace />;
}
