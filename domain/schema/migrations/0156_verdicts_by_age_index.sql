-- Finds the verdicts that are to be deleted because of their age.
-- without transaction: the index of a table that is in use is built concurrently
create index concurrently if not exists judge_verdicts_by_age_idx on judge_verdicts (judged_at);
