-- The version of an account decides which of two balances Redis keeps. After a failover that lost charges, or a restore
-- to an earlier moment, accounts have lower versions than the balances in Redis, which would then be kept although they
-- are wrong. So the versions that leave the database begin with its timeline, which Postgres increments whenever a
-- server is promoted or restored.

-- What is added to the version of an account: the timeline, above 40 bits for the version. Redis calculates with
-- doubles, which are exact for 8,191 timelines and 2^40 changes of an account. The timeline is that of the WAL being
-- written, because the one in the control file changes only at the first checkpoint after a promotion. A standby has
-- no such timeline; what it reports replaces nothing.
create function version_base() returns bigint language sql volatile parallel safe as $$
  select case when pg_is_in_recovery() then 0
              else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint << 40 end
$$;

-- As before, except that the versions include the timeline.
create or replace function charge_accounts(account_ids uuid[], account_charges bigint[], out balances bigint[], out versions bigint[])
language plpgsql as $$
#variable_conflict use_column
declare
  owners uuid[];
  open_lots uuid[];
  has_expired boolean;
  paid uuid[];
  base bigint := version_base();
begin
  -- The update locks the accounts. With the settings of the settlement's connections the plan is a nested loop over the
  -- array, so the order of the array is the order of the locks.
  with charged as (
    update credit_accounts a
       set balance_micros = a.balance_micros - c.amount, charged_micros = a.charged_micros + c.amount,
           version = a.version + 1
      from unnest(account_ids, account_charges) as c (owner_id, amount)
     where a.owner_id = c.owner_id
    returning a.owner_id, a.balance_micros, a.version, a.open_lot_id, a.next_expiry_at
  )
  select array_agg(owner_id), array_agg(balance_micros), array_agg(version + base), array_agg(open_lot_id),
         bool_or(next_expiry_at <= now())
    into owners, balances, versions, open_lots, has_expired
    from (select * from charged order by owner_id) as ordered;
  if owners is distinct from account_ids or has_expired then
    raise exception 'an account must be opened first' using errcode = 'GH002';
  end if;

  with burnt as (
    update credit_lots l set remaining_micros = l.remaining_micros - c.amount
      from unnest(open_lots, account_charges) as c (lot_id, amount)
     where l.id = c.lot_id and l.remaining_micros >= c.amount
    returning l.owner_id
  )
  select array_agg(owner_id) into paid from burnt;
  if cardinality(paid) is distinct from cardinality(account_ids) then
    -- Rare: if the open lot does not cover the amount, it is taken from several lots, or becomes debt.
    perform burn_lots(c.owner_id, c.amount) from unnest(account_ids, account_charges) as c (owner_id, amount)
      where c.amount > 0 and c.owner_id <> all (coalesce(paid, '{}'));
  end if;
end
$$;

-- As before, except that the version includes the timeline. Replacing a function removes its settings.
create or replace function read_account_snapshot(company uuid, call_ids uuid[], first_id uuid, last_id uuid, grace_ms bigint)
returns table (
  balance_micros bigint, version bigint, is_frozen boolean, is_postpaid boolean, valid_for_ms double precision,
  closed_ids uuid[], holds json
) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select coalesce(spendable_micros(a), 0), coalesce(a.version, 0) + version_base(), a.frozen_at is not null,
         coalesce(c.billing_mode = 'POSTPAID', false),
         (extract(epoch from case
            when a.next_expiry_at > now() then a.next_expiry_at
            when a.next_expiry_at <= now() then
              (select min(l.expires_at) from credit_lots l
                where l.owner_id = company and l.remaining_micros > 0 and l.expires_at > now())
          end - now()) * 1000)::double precision,
         -- The bounds exclude the partitions of other weeks.
         (select array_agg(k.id) from calls k
           where k.id = any (call_ids) and k.id between first_id and last_id),
         (select json_agg(json_build_object('callId', h.call_id, 'keyId', h.key_id, 'operation', h.operation,
                   'alias', h.alias, 'estimateMicros', h.estimate_micros::text, 'reservedTokens', h.reserved_tokens,
                   'remainingMs', round(extract(epoch from h.deadline - now()) * 1000)))
            from credit_holds h
           where h.company_id = company and h.deadline > now() - make_interval(secs => grace_ms / 1000.0)
             and (select k.id from calls k where k.id = h.call_id) is null)
    from (select company as id) asked
    left join companies c on c.id = asked.id
    left join credit_accounts a on a.owner_id = asked.id;
end
$$;
alter function read_account_snapshot set enable_seqscan = off;
alter function read_account_snapshot set plan_cache_mode = force_generic_plan;
