import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ApiError } from '#web/api/api.ts';
import { ErrorScreen } from './error-screen.tsx';

export interface PageErrorProps {
  /** The page's own h1, which stays. */
  title?: string;
  /** What did not load, with its article: «suas vendas». */
  thing?: string;
  /** What to say where it does not exist. */
  missing?: string;
}

/**
 * A page's own failure, inside its frame: the navigation stays usable, and a page that says its title and its thing
 * stays that page (design §3). A refused status brings the API's sentence along; what is missing may have words of its
 * own.
 */
export function PageError({ missing, ...page }: PageErrorProps) {
  const error = useRouteError();
  if (error instanceof ApiError) return <ErrorScreen status={error.status} {...page} />;
  if (!isRouteErrorResponse(error)) return <ErrorScreen status={500} {...page} />;
  const { detail } = (error.data ?? {}) as { detail?: string };
  return <ErrorScreen status={error.status} detail={error.status === 404 ? missing : detail} {...page} />;
}
