-- The audit log records who did what, and to what. An entry is written in the transaction of the change that it
-- describes and cannot be changed or deleted: a log proves nothing if the people it describes can edit it.
create table audit_log (
  id uuid primary key,
  -- Null for actions that concern no single company, such as a change of the public price list.
  company_id uuid references companies (id),
  actor_kind text not null constraint audit_log_actor_kind check (actor_kind in ('user', 'key', 'service', 'operator')),
  actor_id text not null,
  action text not null constraint audit_log_action_shape check (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject_kind text not null,
  subject_id text not null,
  -- The change, without secrets.
  details jsonb not null default '{}',
  client_address inet,
  request_id uuid,
  created_at timestamptz not null default now()
);

create index audit_log_company_id_idx on audit_log (company_id, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_is_not_truncated before truncate on audit_log
  for each statement execute function refuse_change();
