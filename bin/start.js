import { launch } from './launcher.js';

await launch('server/main.ts');
