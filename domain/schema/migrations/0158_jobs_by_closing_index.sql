-- Finds the active jobs whose closing date has passed.
-- without transaction: the index of a table that is in use is built concurrently
create index concurrently if not exists jobs_by_closing_idx on jobs (closes_at) where status = 'ACTIVE';
