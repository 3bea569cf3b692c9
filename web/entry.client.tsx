import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { reloadOnceOnNewVersion } from './boot/preload-error.ts';
import { noteEarlyInput } from './boot/replay-early-input.ts';

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
