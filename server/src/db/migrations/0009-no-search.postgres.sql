-- Realms are found in memory; see ARCHITECTURE.md. What was kept for it cost more than all else that a new realm writes.

drop index realms_search;
