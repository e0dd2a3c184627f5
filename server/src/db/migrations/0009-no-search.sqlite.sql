-- Realms are found in memory; see ARCHITECTURE.md. What was kept for it cost more than all else that a new realm writes.

drop trigger realm_search_insert;
drop trigger realm_search_update;
drop trigger realm_search_delete;
drop table realm_search;
