import { launch } from './launcher.js';

await launch('server/process/write-icon-sprites.ts');
