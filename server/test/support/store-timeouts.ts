// How long the catalogs of tests wait for their stores.

/** A store that answers late on a busy machine is not unavailable: requests would be refused, and each process would count by itself. */
export const patient = { STORE_TIMEOUT_SECONDS: '60' };

/** As in the product, for a test whose store hangs. */
export const impatient = { STORE_TIMEOUT_SECONDS: '' };
