-- A deleted talent leaves a gap among the best hundred of a job. Talents below the hundredth were not kept, so the job is
-- matched again.
create or replace function forget_talents() returns trigger language plpgsql as $$
declare
  company_ids uuid[];
  job_ids uuid[];
begin
  delete from talent_postings p
   using talent_index i join former f using (company_id, talent_id), unnest(i.keys, i.impacts) as k (key, impact)
   where p.company_id = i.company_id and p.key = k.key and p.impact = k.impact and p.talent_id = i.talent_id;
  delete from talent_index i using former f where i.company_id = f.company_id and i.talent_id = f.talent_id;
  -- The matches before the queue, in the order of a batch that ends.
  with deleted as (
    delete from matches m using former f where m.company_id = f.company_id and m.talent_id = f.talent_id
    returning m.company_id, m.job_id
  ), incomplete as (
    select distinct company_id, job_id from deleted join job_index using (company_id, job_id)
     where last_kept_points is not null
  )
  select array_agg(company_id), array_agg(job_id) into company_ids, job_ids from incomplete;
  perform enqueue_match_subjects('JOB', company_ids, job_ids) where job_ids is not null;
  delete from match_queue q using former f
   where q.subject = 'TALENT' and q.company_id = f.company_id and q.subject_id = f.talent_id;
  delete from match_score_log l using former f where l.company_id = f.company_id and l.talent_id = f.talent_id;
  delete from judge_verdicts v using former f where v.company_id = f.company_id and v.talent_id = f.talent_id;
  return null;
end $$;
