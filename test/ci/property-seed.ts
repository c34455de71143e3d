import fc from 'fast-check';

// The properties of this run draw the cases of this seed: `PROPERTY_SEED=1234 npx vitest run FILE`.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROPERTY_SEED) });
