import { Outlet } from 'react-router';
import { getPublicSettings } from '#contract/listings/catalogue.ts';
import type { Api } from '#web/api/api.ts';
import { api, apiContext } from '#web/api/api.ts';
import { SiteFrame } from './site-frame.tsx';
import type { Route } from './+types/site-layout';

/** Loads the public settings that many pages show; the site also works without them. */
async function load(caller: Api) {
  return { settings: await caller(getPublicSettings).catch(() => null) };
}

export const loader = ({ context }: Route.LoaderArgs) => load(context.get(apiContext));
export const clientLoader = () => load(api);

/** Settings change seldom, so navigation does not reload them. */
export const shouldRevalidate = () => false;

/** The frame of every page except sign-in and the dashboard. */
export default function SiteLayout() {
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  );
}
