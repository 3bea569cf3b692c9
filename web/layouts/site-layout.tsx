import { Outlet } from 'react-router';
import { getPublicSettings } from '#contract/listings/catalogue.ts';
import type { Api } from '#web/api/api.ts';
import { api, apiContext } from '#web/api/api.ts';
import { SiteFrame } from './site-frame.tsx';
import type { Route } from './+types/site-layout';

/** The numbers and the legal identification that many pages show; without them the site still works. */
async function load(caller: Api) {
  return { settings: await caller(getPublicSettings).catch(() => null) };
}

export const loader = ({ context }: Route.LoaderArgs) => load(context.get(apiContext));
export const clientLoader = () => load(api);

/** Settings change when the operator changes them, not when somebody moves from page to page. */
export const shouldRevalidate = () => false;

/** Frame of every page but sign-in and the dashboard. */
export default function SiteLayout() {
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  );
}
