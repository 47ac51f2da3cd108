-- Matches, and what is out of date. A match keeps the hashes of the facts it was computed from and the verdicts that went
-- into it; its explanation is computed from them again, to the byte, and needs no table.
create type match_judgement as enum ('NONE', 'PENDING', 'JUDGED');

create table matches (
  company_id uuid not null,
  job_id uuid not null,
  talent_id uuid not null,
  points integer not null constraint matches_points_range check (points between 0 and 10000000),
  coverage integer not null,
  job_hash bytea not null,
  talent_hash bytea not null,
  scorer_version integer not null,
  judgement match_judgement not null,
  verdicts jsonb not null default '[]',
  computed_at timestamptz not null default now(),
  primary key (company_id, job_id, talent_id)
);

create index matches_by_points_idx on matches (company_id, job_id, points desc, talent_id);
create index matches_by_talent_idx on matches (company_id, talent_id);

-- What a model said of the same facts with the same prompt is not asked and paid for again.
create table judge_verdicts (
  key bytea primary key,
  verdicts jsonb not null,
  judged_at timestamptz not null default now()
);

create type match_subject as enum ('TALENT', 'JOB');

create table match_queue (
  subject match_subject not null,
  company_id uuid not null,
  subject_id uuid not null,
  -- Counts the changes since it was enqueued, so that one that comes while its batch is running is not lost.
  version integer not null default 1,
  enqueued_at timestamptz not null default now(),
  batch_id uuid,
  -- The version that the batch works on.
  claimed_version integer,
  -- How often it failed. After five times it waits for its next change, so that it does not stand in others' way.
  failures integer not null default 0,
  primary key (subject, company_id, subject_id)
);

create index match_queue_waiting_idx on match_queue (company_id, enqueued_at) where batch_id is null and failures < 5;
create index match_queue_batch_idx on match_queue (batch_id) where batch_id is not null;

-- In the transaction that changes facts, whoever makes it: what is out of date can be neither forgotten nor invented.
create function enqueue_match_subjects(changed_subject match_subject, company_ids uuid[], subject_ids uuid[])
returns void language sql as $$
  insert into match_queue (subject, company_id, subject_id)
  select changed_subject, c.company_id, c.subject_id
    from unnest(company_ids, subject_ids) as c (company_id, subject_id)
   order by c.company_id, c.subject_id
  on conflict (subject, company_id, subject_id) do update
    set version = match_queue.version + 1, failures = 0
$$;

create function enqueue_new_talents() returns trigger language plpgsql as $$
begin
  perform enqueue_match_subjects('TALENT', array_agg(company_id), array_agg(talent_id)) from changed having count(*) > 0;
  return null;
end $$;

create function enqueue_changed_talents() returns trigger language plpgsql as $$
begin
  perform enqueue_match_subjects('TALENT', array_agg(n.company_id), array_agg(n.talent_id))
     from changed n join former o using (company_id, talent_id)
    where n.facts_hash is distinct from o.facts_hash
   having count(*) > 0;
  return null;
end $$;

create function enqueue_new_jobs() returns trigger language plpgsql as $$
begin
  perform enqueue_match_subjects('JOB', array_agg(company_id), array_agg(job_id)) from changed having count(*) > 0;
  return null;
end $$;

create function enqueue_changed_jobs() returns trigger language plpgsql as $$
begin
  perform enqueue_match_subjects('JOB', array_agg(n.company_id), array_agg(n.job_id))
     from changed n join former o using (company_id, job_id)
    where n.facts_hash is distinct from o.facts_hash
   having count(*) > 0;
  return null;
end $$;

create function enqueue_talents_by_status() returns trigger language plpgsql as $$
begin
  perform enqueue_match_subjects('TALENT', array_agg(n.company_id), array_agg(n.id))
     from changed n join former o using (company_id, id)
    where n.status is distinct from o.status
   having count(*) > 0;
  return null;
end $$;

create function enqueue_jobs_by_status() returns trigger language plpgsql as $$
begin
  perform enqueue_match_subjects('JOB', array_agg(n.company_id), array_agg(n.id))
     from changed n join former o using (company_id, id)
    where n.status is distinct from o.status
   having count(*) > 0;
  return null;
end $$;

-- Whoever is deleted is gone from the index and the matches in the same transaction, whether the generator runs or not.
create function forget_talents() returns trigger language plpgsql as $$
begin
  delete from talent_postings p
   using talent_index i join former f using (company_id, talent_id), unnest(i.keys, i.impacts) as k (key, impact)
   where p.company_id = i.company_id and p.key = k.key and p.impact = k.impact and p.talent_id = i.talent_id;
  delete from talent_index i using former f where i.company_id = f.company_id and i.talent_id = f.talent_id;
  delete from matches m using former f where m.company_id = f.company_id and m.talent_id = f.talent_id;
  delete from match_queue q using former f
   where q.subject = 'TALENT' and q.company_id = f.company_id and q.subject_id = f.talent_id;
  return null;
end $$;

create function forget_jobs() returns trigger language plpgsql as $$
begin
  delete from job_postings p
   using job_index i join former f using (company_id, job_id), unnest(i.keys, i.impacts) as k (key, impact)
   where p.company_id = i.company_id and p.key = k.key and p.impact = k.impact and p.job_id = i.job_id;
  delete from job_index i using former f where i.company_id = f.company_id and i.job_id = f.job_id;
  delete from matches m using former f where m.company_id = f.company_id and m.job_id = f.job_id;
  delete from match_queue q using former f
   where q.subject = 'JOB' and q.company_id = f.company_id and q.subject_id = f.job_id;
  return null;
end $$;

create trigger talent_facts_inserted after insert on talent_facts
  referencing new table as changed for each statement execute function enqueue_new_talents();
create trigger talent_facts_updated after update on talent_facts
  referencing new table as changed old table as former for each statement execute function enqueue_changed_talents();
create trigger talent_facts_deleted after delete on talent_facts
  referencing old table as former for each statement execute function forget_talents();
create trigger talents_status_updated after update on talents
  referencing new table as changed old table as former for each statement execute function enqueue_talents_by_status();
create trigger job_facts_inserted after insert on job_facts
  referencing new table as changed for each statement execute function enqueue_new_jobs();
create trigger job_facts_updated after update on job_facts
  referencing new table as changed old table as former for each statement execute function enqueue_changed_jobs();
create trigger job_facts_deleted after delete on job_facts
  referencing old table as former for each statement execute function forget_jobs();
create trigger jobs_status_updated after update on jobs
  referencing new table as changed old table as former for each statement execute function enqueue_jobs_by_status();
