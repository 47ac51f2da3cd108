-- Finds the verdicts on a talent who is deleted.
-- without transaction: the index of a table that is in use is built concurrently
create index concurrently if not exists judge_verdicts_by_talent_idx on judge_verdicts (company_id, talent_id);
