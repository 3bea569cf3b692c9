import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { reloadOnceOnNewVersion } from './preload-error.ts';
import { noteTypedEarly } from './typed-early.ts';

reloadOnceOnNewVersion();
noteTypedEarly();
history.scrollRestoration = 'manual';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
