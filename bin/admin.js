import { launch } from './launcher.js';

await launch('server/process/operator/main.ts');
