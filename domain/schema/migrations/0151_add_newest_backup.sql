-- The newest backup of this database, as its own server reports it, so that the services can export its age: they reach
-- neither the server's disks nor its repository of backups. A restored database has the value of its moment, so its age
-- counts from the last backup before it.
create table newest_backup (
  id boolean primary key default true constraint newest_backup_one_row check (id),
  -- End of the newest backup that can be restored.
  ended_at timestamptz not null,
  reported_at timestamptz not null default now()
);

-- Takes what "pgbackrest info --output=json" prints (deploy/postgres/report-backup.sql). Fails if a repository cannot be
-- read or has no usable backup, so that the scheduler of the report sees it. A standby cannot write, and skips it.
create function report_backup(info jsonb) returns timestamptz language plpgsql as $$
declare
  newest timestamptz;
begin
  if pg_is_in_recovery() then return null; end if;
  select to_timestamp(max((b -> 'timestamp' ->> 'stop')::bigint)) into newest
    from jsonb_array_elements(info) s, jsonb_array_elements(s -> 'backup') b
   where (s -> 'status' ->> 'code')::int = 0 and not coalesce((b ->> 'error')::boolean, false);
  if newest is null then
    raise exception 'pgbackrest reports no usable backup: %', left(info::text, 500);
  end if;
  insert into newest_backup (ended_at) values (newest)
  on conflict (id) do update set ended_at = excluded.ended_at, reported_at = now();
  return newest;
end
$$;
