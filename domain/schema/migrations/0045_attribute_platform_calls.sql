-- The platform's own calls. They are made with a key of the platform's own company, which every installation knows by one
-- id: it is postpaid, so that no call of it is ever refused for credits, and metered like any other.
alter table companies add constraint companies_platform_is_postpaid
  check (id <> '00000000-0000-7000-8000-000000000001' or billing_mode = 'POSTPAID');

-- For whom the platform made a call, so that a plan may pass its cost on. Only the platform's calls have one. It has no
-- index: all of them are calls of one company, which are found by company and time already.
alter table calls add column concerned_company_id uuid;

-- Settles as before, and writes down the companies concerned; an empty list is none for all. The form without the list
-- stays for the release before this one.
create function settle_calls(
  account_ids uuid[], account_charges bigint[],
  rollup_company_ids uuid[], rollup_key_ids uuid[], rollup_aliases text[], rollup_requests bigint[],
  rollup_failed_requests bigint[], rollup_prompt_tokens bigint[], rollup_cached_tokens bigint[],
  rollup_completion_tokens bigint[], rollup_charges bigint[],
  ids uuid[], account_positions integer[], key_ids uuid[], aliases text[], operations text[], statuses call_status[],
  reasons text[], price_versions bigint[], prompt_token_counts integer[], cached_token_counts integer[],
  completion_token_counts integer[], charges bigint[], charges_through bigint[], holds bigint[], durations_ms integer[],
  concerned_company_ids uuid[],
  out balances bigint[], out versions bigint[]
)
language plpgsql as $$
#variable_conflict use_column
declare
  owners uuid[];
  open_lots uuid[];
  has_expired boolean;
  paid uuid[];
begin
  -- Charging the accounts locks them. With the settings that the settlement's connections have, the plan is a nested
  -- loop over the array, so the order of the array is the order of the locks.
  with charged as (
    update credit_accounts a
       set balance_micros = a.balance_micros - c.amount, charged_micros = a.charged_micros + c.amount,
           version = a.version + 1
      from unnest(account_ids, account_charges) as c (owner_id, amount)
     where a.owner_id = c.owner_id
    returning a.owner_id, a.balance_micros, a.version, a.open_lot_id, a.next_expiry_at
  )
  select array_agg(owner_id), array_agg(balance_micros), array_agg(version), array_agg(open_lot_id),
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
  ), inserted as (
    insert into calls (id, company_id, key_id, alias, operation, status, reason, price_version, prompt_tokens,
                       cached_tokens, completion_tokens, charged_micros, held_micros, balance_after_micros, duration_ms,
                       concerned_company_id)
    select i.id, account_ids[i.position], i.key_id, i.alias, i.operation, i.status, i.reason, i.price_version, i.prompt,
           i.cached, i.completion, i.charged, i.held,
           balances[i.position] + account_charges[i.position] - i.charged_through, i.duration_ms, i.concerned
      from unnest(ids, account_positions, key_ids, aliases, operations, statuses, reasons, price_versions,
                  prompt_token_counts, cached_token_counts, completion_token_counts, charges, charges_through, holds,
                  durations_ms, concerned_company_ids)
             as i (id, position, key_id, alias, operation, status, reason, price_version, prompt, cached, completion,
                   charged, charged_through, held, duration_ms, concerned)
  ), rolled as (
    insert into usage_rollups as u (company_id, key_id, alias, day, requests, failed_requests, prompt_tokens,
                                    cached_tokens, completion_tokens, charged_micros)
    select r.company_id, r.key_id, r.alias, (now() at time zone 'UTC')::date, r.requests, r.failed, r.prompt, r.cached,
           r.completion, r.charged
      from unnest(rollup_company_ids, rollup_key_ids, rollup_aliases, rollup_requests, rollup_failed_requests,
                  rollup_prompt_tokens, rollup_cached_tokens, rollup_completion_tokens, rollup_charges)
             as r (company_id, key_id, alias, requests, failed, prompt, cached, completion, charged)
    on conflict (company_id, key_id, alias, day) do update
       set requests = u.requests + excluded.requests,
           failed_requests = u.failed_requests + excluded.failed_requests,
           prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
           cached_tokens = u.cached_tokens + excluded.cached_tokens,
           completion_tokens = u.completion_tokens + excluded.completion_tokens,
           charged_micros = u.charged_micros + excluded.charged_micros
  )
  select array_agg(owner_id) into paid from burnt;
  if cardinality(paid) is distinct from cardinality(account_ids) then
    -- Rare: where the open lot does not suffice, the amount is taken from several, or becomes debt.
    perform burn_lots(c.owner_id, c.amount) from unnest(account_ids, account_charges) as c (owner_id, amount)
      where c.amount > 0 and c.owner_id <> all (coalesce(paid, '{}'));
  end if;
end
$$;
