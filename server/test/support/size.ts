// How much the tests do of what could go on for hours: enough to find a fault, and with `npm run test:long` more of the same.
export const isFull = process.env['TEST_SIZE'] === 'full';
