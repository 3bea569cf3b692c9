import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { reloadOnceOnNewVersion } from './preload-error.ts';
import { noteEarlyInput } from './early-deeds.ts';

reloadOnceOnNewVersion();
noteEarlyInput();
history.scrollRestoration = 'manual';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
