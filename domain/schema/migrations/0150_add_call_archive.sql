-- Closed partitions of calls are archived as Parquet objects and then dropped, and a partition may be a day instead of a
-- week. What is archived is recorded here, so that receipts can still be found and reconciliation still adds up.

-- One row for each partition whose archiving has begun. The rows of a partition are in Postgres until detached_at, and in
-- the archive from then on; in between the table exists, but no query of calls reads it.
create table archived_call_partitions (
  name text primary key,
  first_day date not null,
  end_day date not null,
  calls bigint not null default 0,
  charged_micros bigint not null default 0,
  bytes bigint not null default 0,
  -- Size of the partition in Postgres with its indexes, when archiving began.
  table_bytes bigint not null,
  started_at timestamptz not null default now(),
  detached_at timestamptz,
  dropped_at timestamptz,
  constraint archived_call_partitions_days check (first_day < end_day),
  constraint archived_call_partitions_drop_is_last check (dropped_at is null or detached_at is not null)
);

-- The Parquet objects of a partition. A row is written after its object was read back and compared with Postgres.
create table archived_call_objects (
  partition_name text not null references archived_call_partitions (name) on delete cascade,
  number integer not null,
  object_key text not null,
  sha256 text not null,
  bytes bigint not null,
  -- The object has the calls after the first id, up to and including the second.
  after_id uuid not null,
  through_id uuid not null,
  calls bigint not null,
  charged_micros bigint not null,
  verified_at timestamptz not null default now(),
  primary key (partition_name, number)
);

create index archived_call_objects_id_idx on archived_call_objects (through_id);

-- The sums of each company and UTC day on which its calls were closed, as read back from the objects of the partition.
create table archived_call_days (
  company_id uuid not null,
  day date not null,
  partition_name text not null references archived_call_partitions (name) on delete cascade,
  calls bigint not null,
  charged_micros bigint not null,
  primary key (company_id, day, partition_name)
);

create index archived_call_days_partition_idx on archived_call_days (partition_name);

-- Archived calls whose charge was given back. They are few, and usage subtracts what was given back from the usage of
-- the call's key, alias and day.
create table archived_refunded_calls (
  id uuid primary key,
  company_id uuid not null,
  key_id uuid not null,
  alias text not null,
  operation text not null,
  concerned_company_id uuid,
  created_at timestamptz not null
);

create view refunded_calls as
  select id, company_id, key_id, alias, operation, concerned_company_id, created_at from calls
  union all
  select id, company_id, key_id, alias, operation, concerned_company_id, created_at from archived_refunded_calls;

-- The days of a partition, from its name: calls_2026w47 is a week, calls_20261118 a day. Null for other tables.
create function call_partition_days(name text) returns daterange language sql stable strict as $$
  select case when name ~ '^calls_[0-9]{4}w[0-9]{2}$'
              then daterange(to_date(substring(name from 7), 'IYYY"w"IW'), to_date(substring(name from 7), 'IYYY"w"IW') + 7)
              when name ~ '^calls_[0-9]{8}$'
              then daterange(to_date(substring(name from 7), 'YYYYMMDD'), to_date(substring(name from 7), 'YYYYMMDD') + 1)
         end
$$;

-- Partitions that exist as tables, attached or detached.
create view call_partitions as
  select c.relname::text as name, lower(call_partition_days(c.relname::text)) as first_day,
         upper(call_partition_days(c.relname::text)) as end_day,
         exists (select from pg_inherits i where i.inhrelid = c.oid and i.inhparent = 'calls'::regclass) as is_attached
    from pg_class c
   where c.relkind = 'r' and c.relname ~ '^calls_[0-9]{4}(w[0-9]{2}|[0-9]{4})$' and pg_table_is_visible(c.oid);

-- As before, for a week or a day. Returns false if another partition, or the archive, has one of the days.
create function create_call_partition(first_day date, days integer) returns boolean language plpgsql
  set lock_timeout = '200ms' as $$
declare
  name text := case days when 7 then 'calls_' || to_char(first_day, 'IYYY"w"IW') when 1 then 'calls_' || to_char(first_day, 'YYYYMMDD') end;
  first_id uuid := uuid_at(first_day::timestamp at time zone 'UTC');
  end_id uuid := uuid_at((first_day + days)::timestamp at time zone 'UTC');
begin
  if name is null or (days = 7 and extract(isodow from first_day) <> 1) then
    raise exception 'a partition of calls is a day, or a week that begins on Monday';
  end if;
  if exists (select from call_partitions p where p.first_day < create_call_partition.first_day + days and p.end_day > create_call_partition.first_day)
    or exists (select from archived_call_partitions p
                where p.first_day < create_call_partition.first_day + days and p.end_day > create_call_partition.first_day) then
    return false;
  end if;
  execute format('create table %I (like calls including defaults including constraints including indexes including storage)', name);
  -- Nothing may be inserted into the default partition between the move and the attachment.
  lock table calls_default in access exclusive mode;
  if exists (select from calls_default where id >= first_id and id < end_id) then
    execute format('insert into %I select * from calls_default where id >= $1 and id < $2', name) using first_id, end_id;
    -- The rows do not change, only their partition. The lock keeps other sessions from using the disabled trigger.
    alter table calls_default disable trigger calls_are_append_only;
    delete from calls_default where id >= first_id and id < end_id;
    alter table calls_default enable trigger calls_are_append_only;
  end if;
  execute format('alter table calls attach partition %I for values from (%L) to (%L)', name, first_id, end_id);
  return true;
end
$$;

-- The previous release calls this.
create or replace function create_call_partition(week_start date) returns boolean language sql as $$
  select create_call_partition(week_start, 7)
$$;

-- The days of rows in the default partition, within the retention period and a year ahead, that are not archived. An id
-- outside that range has no meaningful time: it stays where it is and is counted.
create function stray_call_days(weeks_kept integer) returns setof date language sql stable as $$
  select distinct s.day
    from (select (to_timestamp(('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0) at time zone 'UTC')::date as day
            from calls_default
           where id >= uuid_at(date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' - make_interval(weeks => weeks_kept))
             and id < uuid_at(date_trunc('week', now() at time zone 'UTC') at time zone 'UTC' + make_interval(weeks => 53))) s
   where not exists (select from archived_call_partitions p where p.first_day <= s.day and p.end_day > s.day)
$$;
