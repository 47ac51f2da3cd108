-- Finds jobs whose facts were read by an earlier release and have to be read again (task `reread-facts`). It is empty when
-- all have been read.
-- without transaction: the index of a table that is in use is built concurrently
create index concurrently if not exists job_facts_outdated_idx on job_facts (company_id, job_id)
  where (facts ->> 'schema') is distinct from 'job_facts/2';
