import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { watchSteps } from './api/reads/seen-reads.ts';
import { reloadOnceOnNewVersion } from './boot/preload-error.ts';
import { recordEarlyInput } from './boot/replay-early-input.ts';

reloadOnceOnNewVersion();
recordEarlyInput();
watchSteps();
history.scrollRestoration = 'manual';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
