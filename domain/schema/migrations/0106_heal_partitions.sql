-- A row in the default partition kept the partition of its week from ever being made, and with it all later ones: one call
-- under an id of a wrong clock ended the upkeep for good. Now the rows of the week are moved into its table while it is made.
-- The table is made apart and then attached, because that takes a weaker lock on calls than `create table … partition of`;
-- and if a lock is not to be had soon, it fails instead of making settlements wait behind it.
create or replace function create_call_partition(week_start date) returns boolean language plpgsql
  set lock_timeout = '200ms' as $$
declare
  name text := 'calls_' || to_char(week_start, 'IYYY"w"IW');
  first_id uuid := uuid_at(week_start::timestamp at time zone 'UTC');
  end_id uuid := uuid_at((week_start + 7)::timestamp at time zone 'UTC');
begin
  if to_regclass(name) is not null then
    return false;
  end if;
  execute format('create table %I (like calls including defaults including constraints including indexes including storage)', name);
  -- Nothing may be written there between the move and the attachment.
  lock table calls_default in access exclusive mode;
  if exists (select from calls_default where id >= first_id and id < end_id) then
    execute format('insert into %I select * from calls_default where id >= $1 and id < $2', name) using first_id, end_id;
    -- The rows stay what they are; only their place changes. The lock keeps everybody else from using the gap.
    alter table calls_default disable trigger calls_are_append_only;
    delete from calls_default where id >= first_id and id < end_id;
    alter table calls_default enable trigger calls_are_append_only;
  end if;
  execute format('alter table calls attach partition %I for values from (%L) to (%L)', name, first_id, end_id);
  return true;
end
$$;

-- The Mondays of the weeks that rows of the default partition belong to, within the weeks that are kept and a year ahead.
-- An id of another time is not a late or early call but no time at all: it stays where it is, and is counted.
create function stray_call_weeks(weeks_kept integer) returns setof date language sql stable as $$
  select distinct date_trunc('week', to_timestamp(('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0) at time zone 'UTC')::date
    from calls_default
   where id >= uuid_at(date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' - make_interval(weeks => weeks_kept))
     and id < uuid_at(date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' + make_interval(weeks => 53))
$$;

-- The same for the months of the log of scores.
create or replace function create_score_log_month(month date) returns boolean language plpgsql
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
