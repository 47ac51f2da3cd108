-- Verdicts quote the lines of a CV, so they are deleted with the talent. Rows of the previous release name no talent; they
-- are deleted when they are ninety days old, like all others.
alter table judge_verdicts add column company_id uuid, add column talent_id uuid;
