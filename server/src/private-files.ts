// Files and folders that this process makes are for its own user alone. Each program imports this first: imports run in their order.
process.umask(0o077);
