import { launch } from './launcher.js';

await launch('test/releases/upgrade.ts');
