import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ApiError } from '#web/api.ts';
import { ErrorScreen } from './error-screen.tsx';

/**
 * A page's own failure, inside its frame: the navigation stays usable. Pages export it as `ErrorBoundary`.
 * A refused status brings the API's sentence along; what is missing may have words of its own.
 */
export function PageError({ missing }: { missing?: string }) {
  const error = useRouteError();
  if (error instanceof ApiError) return <ErrorScreen status={error.status} />;
  if (!isRouteErrorResponse(error)) return <ErrorScreen status={500} />;
  const { detail } = (error.data ?? {}) as { detail?: string };
  return <ErrorScreen status={error.status} detail={error.status === 404 ? missing : detail} />;
}
