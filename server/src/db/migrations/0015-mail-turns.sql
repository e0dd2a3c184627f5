-- Kinds of mail do not wait for each other: the next one of a kind is found without a walk over those of the others. What is due with it for the
-- same account is found by its second index.
drop index mail_queue_next;
drop index mail_queue_account;
create index mail_queue_kind on mail_queue (kind, next_at);
create index mail_queue_account on mail_queue (account_id, kind, next_at);
