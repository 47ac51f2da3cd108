-- A gateway asks once a second what has changed since its last question, instead of reading every key again. Triggers
-- record the changes, so a statement of any release, and of a person at the console of the database, is recorded.

-- One row for each change of what the look-up of a key returns. `xid` is the transaction that made the change: numbers
-- of a sequence and timestamps are assigned before the commit, so a lower one can become visible after a higher one,
-- and a reader that remembers the highest would never see it. A reader remembers its snapshot instead, and asks for
-- the transactions that this snapshot did not show.
create table key_changes (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  -- The key that changed; if null, all keys of the company; if both are null, all keys.
  key_id uuid,
  company_id uuid
);
create index key_changes_xid on key_changes (xid);

-- Which changes have been deleted, so that a reader whose snapshot is older knows that it may have missed some.
create table key_change_cut (
  id boolean primary key default true constraint key_change_cut_one_row check (id),
  -- All changes of lower transactions have been deleted.
  cut_xid xid8 not null,
  -- All lower transactions had ended at `next_at`, so the next run deletes their changes.
  next_xid xid8 not null,
  next_at timestamptz not null default now()
);
insert into key_change_cut (cut_xid, next_xid) values ('0', '0');

-- Identifies what the numbers of transactions refer to. They are not comparable across a promotion or a restore, which
-- begin a new timeline, across clusters, or across databases. Null on a standby, whose snapshots omit the transactions
-- in progress. The timeline is read as in version_base().
create function database_incarnation() returns text language sql volatile parallel safe as $$
  select case when pg_is_in_recovery() then null
              else left(pg_walfile_name(pg_current_wal_lsn()), 8) || ':' || s.system_identifier || ':' || d.oid end
    from pg_control_system() s, pg_database d
   where d.datname = current_database()
$$;

create function record_key_change() returns trigger language plpgsql as $$
begin
  insert into key_changes (key_id) values (old.id);
  return null;
end
$$;

create function record_company_key_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then insert into key_changes (company_id) values (old.company_id); end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.company_id <> old.company_id then
    insert into key_changes (company_id) values (new.company_id);
  end if;
  return null;
end
$$;

create function record_own_key_change() returns trigger language plpgsql as $$
begin
  insert into key_changes (company_id) values (old.id);
  return null;
end
$$;

create function record_change_of_all_keys() returns trigger language plpgsql as $$
begin
  insert into key_changes default values;
  return null;
end
$$;

-- All columns except last_used_at, which gateways update themselves. A new key needs no record: no process knows it.
create trigger api_keys_record_change
  after update of name, hint, key_hash, pepper_id, scopes, model_allowlist, rpm_limit, tpm_limit,
                  monthly_credit_cap_micros, may_read_company_usage, created_by, created_at, expires_at, revoked_at,
                  rotated_from_id, limits_follow_plan, company_id, id or delete on api_keys
  for each row execute function record_key_change();

create trigger companies_record_key_change after update of suspended_at, billing_mode on companies
  for each row when (old.suspended_at is distinct from new.suspended_at or old.billing_mode <> new.billing_mode)
  execute function record_own_key_change();

create trigger budgets_record_key_change
  after insert or update of company_id, alias, is_hard, limit_micros or delete on budgets
  for each row execute function record_company_key_change();

-- Events of the payment provider write all columns of a subscription, mostly with the values that they have.
create trigger subscriptions_record_key_change after insert or delete on subscriptions
  for each row execute function record_company_key_change();
create trigger subscriptions_record_key_update after update of company_id, plan_id, is_active on subscriptions
  for each row when (old.company_id <> new.company_id or old.plan_id is distinct from new.plan_id
                     or old.is_active <> new.is_active)
  execute function record_company_key_change();

create trigger postpaid_terms_record_key_change
  after insert or update of company_id, plan_id or delete on postpaid_terms
  for each row execute function record_company_key_change();

-- The companies of a plan are not listed: there may be very many, and a plan is changed rarely and by people.
create trigger plans_record_key_change after update of id, key_rpm_limit_max, key_tpm_limit_max on plans
  for each row when (old.id <> new.id or old.key_rpm_limit_max is distinct from new.key_rpm_limit_max
                     or old.key_tpm_limit_max is distinct from new.key_tpm_limit_max)
  execute function record_change_of_all_keys();

create trigger api_keys_record_truncate after truncate on api_keys
  for each statement execute function record_change_of_all_keys();
create trigger budgets_record_truncate after truncate on budgets
  for each statement execute function record_change_of_all_keys();
create trigger subscriptions_record_truncate after truncate on subscriptions
  for each statement execute function record_change_of_all_keys();
create trigger postpaid_terms_record_truncate after truncate on postpaid_terms
  for each statement execute function record_change_of_all_keys();
