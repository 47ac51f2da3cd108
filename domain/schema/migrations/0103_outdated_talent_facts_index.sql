-- Finds talents whose facts were read by an earlier release and have to be read again (task `reread-facts`). It is empty
-- when all have been read.
-- without transaction: the index of a table that is in use is built concurrently
create index concurrently if not exists talent_facts_outdated_idx on talent_facts (company_id, talent_id)
  where (facts ->> 'schema') is distinct from 'talent_facts/2';
