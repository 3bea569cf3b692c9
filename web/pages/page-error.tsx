import { isRouteErrorResponse, useRouteError } from 'react-router';
import { ApiError } from '#web/api/api.ts';
import { ErrorScreen } from './error-screen.tsx';

export interface PageErrorProps {
  /** The page's own h1, which stays. */
  title?: string;
  /** The content that did not load, with its article: «suas vendas». */
  thing?: string;
  /** The text for a 404. */
  missing?: string;
}

/**
 * The error boundary of a page, inside its frame: the navigation stays usable, and a page with `title` and `thing` keeps
 * its title (design §3). An API error shows its own text; a 404 may have a text of its own.
 */
export function PageError({ missing, ...page }: PageErrorProps) {
  const error = useRouteError();
  if (error instanceof ApiError) return <ErrorScreen status={error.status} {...page} />;
  if (!isRouteErrorResponse(error)) return <ErrorScreen status={500} {...page} />;
  const { detail } = (error.data ?? {}) as { detail?: string };
  return <ErrorScreen status={error.status} detail={error.status === 404 ? missing : detail} {...page} />;
}
