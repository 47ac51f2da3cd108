-- Finds the jobs that were matched by an earlier version of the scoring rules.
-- without transaction: the index of a table that is in use is built concurrently
create index concurrently if not exists job_index_by_scorer_version_idx on job_index (scorer_version);
