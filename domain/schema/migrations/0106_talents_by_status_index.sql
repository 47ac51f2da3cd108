-- Lists the talents of a company that have one status, newest first.
-- without transaction: the index of a table that is in use is built concurrently
create index concurrently if not exists talents_by_status_idx on talents (company_id, status, id);
