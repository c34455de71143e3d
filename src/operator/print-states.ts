import { statesPage } from '#ledger/states-page.ts';

process.stdout.write(statesPage());
