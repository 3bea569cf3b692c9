import type { LoaderFunctionArgs } from 'react-router';
import { redirect } from 'react-router';

/** `/login`, `/register`, `/recovery` and `/twofactor` lead to the screens under `/auth`; their query goes along. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  throw redirect(`/auth${pathname.replace(/\.data$/, '')}${search}`);
}

export const clientLoader = loader;

export default function AuthRedirect() {
  return null;
}
