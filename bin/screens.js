import { launch } from './launcher.js';

await launch('test/screens/screens.ts');
