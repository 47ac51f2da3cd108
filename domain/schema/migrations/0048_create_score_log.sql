-- Every score that a match ever had, with all that made it: which facts by their hashes, which rules by their version, which
-- verdicts. A match keeps its last one only, and somebody may ask in half a year why one talent stood before another.
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

-- In this order, because a talent who is deleted is deleted here too.
create index match_score_log_talent_idx on match_score_log (company_id, talent_id, job_id, scored_at);

-- Where rows of an unforeseen month go: a batch never fails for want of a partition.
create table match_score_log_default partition of match_score_log default;

create trigger match_score_log_is_not_changed before update on match_score_log
  for each row execute function refuse_change();

create function create_score_log_month(month date) returns boolean language plpgsql as $$
declare
  name text := 'match_score_log_' || to_char(month, 'YYYY"m"MM');
begin
  if to_regclass(name) is not null then
    return false;
  end if;
  execute format('create table %I partition of match_score_log for values from (%L) to (%L)', name,
    month::timestamp at time zone 'UTC', (month + interval '1 month')::timestamp at time zone 'UTC');
  return true;
end
$$;

select create_score_log_month((date_trunc('month', now() at time zone 'UTC') + make_interval(months => step))::date)
  from generate_series(-1, 2) as step;

-- As before, and from the log too.
create or replace function forget_talents() returns trigger language plpgsql as $$
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
