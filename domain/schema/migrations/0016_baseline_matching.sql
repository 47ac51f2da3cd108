-- The inverted index of matching: for each key (a term) the talents that have it, strongest first, so that reading the
-- best few hundred takes only an index lookup, regardless of the number of talents. A second table does the same for
-- jobs. GIN was rejected: it cannot order by strength, so its cost grows with the number of talents that have a common
-- term.
create table talent_postings (
  company_id uuid not null,
  key text not null,
  -- The strength of the term, then how much is known of the talent, which breaks ties.
  impact integer not null,
  talent_id uuid not null,
  primary key (company_id, key, impact, talent_id)
);

-- The index keys of each talent, so that its postings are found without a second index on talent_postings, the largest
-- table.
create table talent_index (
  company_id uuid not null,
  talent_id uuid not null,
  facts_hash bytea not null,
  keys text[] not null,
  impacts integer[] not null,
  primary key (company_id, talent_id)
);

create table job_postings (
  company_id uuid not null,
  key text not null,
  impact integer not null,
  job_id uuid not null,
  primary key (company_id, key, impact, job_id)
);

create table job_index (
  company_id uuid not null,
  job_id uuid not null,
  facts_hash bytea not null,
  keys text[] not null,
  impacts integer[] not null,
  -- The points of the lowest-ranked match that is kept: a talent with fewer points need not be stored. Null while the
  -- job has fewer matches than the maximum.
  last_kept_points integer,
  primary key (company_id, job_id)
);

-- Matches, and the queue of stale ones. A match keeps the hashes of the facts and the verdicts from which it was
-- computed; its explanation is recomputed from them, byte for byte, and needs no table.
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

-- A model's verdict about the same facts with the same prompt is not requested and paid for again.
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
  -- Counts the changes since the subject was enqueued, so that a change during its batch is not lost.
  version integer not null default 1,
  enqueued_at timestamptz not null default now(),
  batch_id uuid,
  -- The version that the batch processes.
  claimed_version integer,
  -- Number of failures. After five the subject waits for its next change, so that it does not block others.
  failures integer not null default 0,
  primary key (subject, company_id, subject_id)
);

create index match_queue_waiting_idx on match_queue (company_id, enqueued_at) where batch_id is null and failures < 5;
create index match_queue_batch_idx on match_queue (batch_id) where batch_id is not null;

-- Every score that a match ever had, with its inputs: the hashes of the facts, the version of the rules, the verdicts.
-- A match keeps only its last score, and a company may ask half a year later why one talent ranked above another.
create table match_score_log (
  scored_at timestamptz not null default now(),
  company_id uuid not null,
  job_id uuid not null,
  talent_id uuid not null,
  points integer not null,
  coverage integer not null,
  job_hash bytea not null,
  talent_hash bytea not null,
  scorer_version integer not null,
  judgement match_judgement not null,
  verdicts jsonb not null
) partition by range (scored_at);

-- The talent comes before the job, because the rows of a deleted talent are deleted here too.
create index match_score_log_talent_idx on match_score_log (company_id, talent_id, job_id, scored_at);

-- Takes rows of an unforeseen month, so that no batch fails for lack of a partition.
create table match_score_log_default partition of match_score_log default;

create trigger match_score_log_is_not_changed before update on match_score_log
  for each row execute function refuse_change();

-- Creates the partition of a month and moves its rows from the default partition, as create_call_partition does.
create function create_score_log_month(month date) returns boolean language plpgsql
  set lock_timeout = '200ms' as $$
declare
  name text := 'match_score_log_' || to_char(month, 'YYYY"m"MM');
  first_moment timestamptz := month::timestamp at time zone 'UTC';
  end_moment timestamptz := (month + interval '1 month')::timestamp at time zone 'UTC';
begin
  if to_regclass(name) is not null then
    return false;
  end if;
  execute format('create table %I (like match_score_log including defaults including constraints including indexes including storage)', name);
  lock table match_score_log_default in access exclusive mode;
  execute format('insert into %I select * from match_score_log_default where scored_at >= $1 and scored_at < $2', name)
    using first_moment, end_moment;
  delete from match_score_log_default where scored_at >= first_moment and scored_at < end_moment;
  execute format('alter table match_score_log attach partition %I for values from (%L) to (%L)', name, first_moment, end_moment);
  return true;
end
$$;

create function stray_score_months(months_kept integer) returns setof date language sql stable as $$
  select distinct date_trunc('month', scored_at at time zone 'UTC')::date from match_score_log_default
   where scored_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - make_interval(months => months_kept)
     and scored_at < date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' + make_interval(months => 13)
$$;

select create_score_log_month((date_trunc('month', now() at time zone 'UTC') + make_interval(months => step))::date)
  from generate_series(-1, 2) as step;

-- Triggers enqueue stale subjects in the transaction that changes their facts, so that no change is missed.
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

-- A deleted subject disappears from the index and the matches in the same transaction, whether the generator runs or
-- not.
create function forget_talents() returns trigger language plpgsql as $$
begin
  delete from talent_postings p
   using talent_index i join former f using (company_id, talent_id), unnest(i.keys, i.impacts) as k (key, impact)
   where p.company_id = i.company_id and p.key = k.key and p.impact = k.impact and p.talent_id = i.talent_id;
  delete from talent_index i using former f where i.company_id = f.company_id and i.talent_id = f.talent_id;
  delete from matches m using former f where m.company_id = f.company_id and m.talent_id = f.talent_id;
  delete from match_queue q using former f
   where q.subject = 'TALENT' and q.company_id = f.company_id and q.subject_id = f.talent_id;
  delete from match_score_log l using former f where l.company_id = f.company_id and l.talent_id = f.talent_id;
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

-- Whether the match-score generator should run, and its batches in progress. Stored here so that all replicas agree and
-- a restart continues. A batch is claimed, computed, and finished with its matches in one transaction; the batch of a
-- lost replica is given up when its lease expires, and its subjects are queued again.
create type generator_state as enum ('RUNNING', 'STOPPED');

create table match_generator (
  is_only boolean primary key default true constraint match_generator_one_row check (is_only),
  desired generator_state not null default 'STOPPED',
  -- Time of the start command; null while stopped.
  started_at timestamptz,
  last_batch bigint not null default 0
);

insert into match_generator default values;

create table match_batches (
  id uuid primary key,
  number bigint not null unique,
  replica text not null,
  -- A batch has one company and one kind of subject: talents and jobs of a company are never processed at the same
  -- time, because each is matched against the other and would miss uncommitted changes.
  company_id uuid not null,
  subject match_subject not null,
  claimed_at timestamptz not null default now(),
  leased_until timestamptz not null,
  finished_at timestamptz,
  -- Set when the replica was lost: results that it still delivers are ignored.
  given_up_at timestamptz,
  subjects integer not null,
  matches integer not null default 0,
  errors integer not null default 0,
  took_ms integer
);

create index match_batches_in_hand_idx on match_batches (leased_until)
  where finished_at is null and given_up_at is null;
create index match_batches_company_idx on match_batches (company_id, claimed_at);
create index match_batches_finished_at_idx on match_batches (finished_at);

-- Jobs whose best talents have not all been judged by a model, because the model could not be reached or because
-- another talent has since become one of the best. One row per job, due a little later, so that many changes cause one
-- request.
create table judge_queue (
  company_id uuid not null,
  job_id uuid not null,
  due_at timestamptz not null,
  primary key (company_id, job_id)
);

create index judge_queue_due_at_idx on judge_queue (due_at);
