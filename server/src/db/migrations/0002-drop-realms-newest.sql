-- No statement needs this index: lists are served from memory. But its first column, `visibility`, is part of every statement that reads realms,
-- and a database without statistics takes it for a good way to find a few realms: it then reads all public ones.
drop index realms_newest;
