import fc from 'fast-check';

// Properties are tried on the same values in every run, so that a change is told from chance; `FC_SEED` gives
// others.
fc.configureGlobal({seed: Number(process.env.FC_SEED ?? 1)});
