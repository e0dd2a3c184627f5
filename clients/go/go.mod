module realm-catalog.invalid/client

go 1.19
