import { readConfig } from '#server/config/config.ts';
import { startServer } from '#server/process/start.ts';

/** Our whole server, which reports its memory after a collection: run by `soak.ts` with `--expose-gc`. */
const server = await startServer(readConfig(process.env, []));
process.send!({ port: Number(new URL(server.url!).port) });
process.on('message', () => {
  globalThis.gc!();
  process.send!({ answer: process.memoryUsage() });
});
process.on('disconnect', () => void server.stop().finally(() => process.exit()));
