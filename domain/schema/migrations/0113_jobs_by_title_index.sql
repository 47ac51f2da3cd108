-- Finds the jobs of a company whose title begins with given letters, in any letter case.
-- without transaction: the index of a table that is in use is built concurrently
create index concurrently if not exists jobs_by_title_idx on jobs (company_id, lower(title) text_pattern_ops);
