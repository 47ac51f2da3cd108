-- The version of the scoring rules by which all matches of a job were last computed, so that a new version finds the jobs
-- that it has to match again. Null for jobs that were last matched by a release before this one.
alter table job_index add column scorer_version integer;
