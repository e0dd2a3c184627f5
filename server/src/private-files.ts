// Makes all new files and folders of this process private to its user. Each program imports this first, because imports run in order.
process.umask(0o077);
