/** Ctrl-C: once stops what runs, twice quits. */

/** Milliseconds within which a second Ctrl-C quits. */
export const QUIT_WITHIN_MS = 2000;

export const ONCE_MORE_QUITS = 'Ctrl-C once more quits.';
