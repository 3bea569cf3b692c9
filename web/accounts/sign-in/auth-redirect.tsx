import type { LoaderFunctionArgs } from 'react-router';
import { redirect } from 'react-router';

/** Redirects `/login`, `/register`, `/recovery` and `/twofactor` to the pages under `/auth`, with their query. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  throw redirect(`/auth${pathname.replace(/\.data$/, '')}${search}`);
}

export const clientLoader = loader;

export default function AuthRedirect() {
  return null;
}
