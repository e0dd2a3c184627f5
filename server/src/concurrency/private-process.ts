// Makes this process private to its user. Each program imports this first, because imports run in order.

// All new files and folders.
process.umask(0o077);
// Its memory: by SIGUSR1 Node would open its debugger to every program of this machine. With a listener, the signal does nothing;
// scripts and units start with `--disable-sigusr1`, which counts from the first moment.
process.on('SIGUSR1', () => undefined);
