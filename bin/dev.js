import { launch } from './launcher.js';

await launch('server/main.ts', ['--dev', ...process.argv.slice(2)]);
