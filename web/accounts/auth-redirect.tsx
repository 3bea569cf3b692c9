import type { LoaderFunctionArgs } from 'react-router';
import { redirect } from 'react-router';

/** `/login` and `/register` are the old addresses of the sign-in screens; their query goes along. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  throw redirect(`/auth${pathname.replace(/\.data$/, '')}${search}`);
}

export const clientLoader = loader;

export default function AuthRedirect() {
  return null;
}
