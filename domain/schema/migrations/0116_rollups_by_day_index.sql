-- Adds up what a company has spent this month, for its budgets. A settlement updates no indexed column, so it does not
-- write this index unless it begins a new row.
-- without transaction: the index of a table that is in use is built concurrently
create index concurrently if not exists usage_rollups_by_day_idx on usage_rollups (company_id, day);
