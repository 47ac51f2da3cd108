-- A caller was told that there is no charge, while nobody knows whether its batch was committed: the hold says so, so
-- that whoever closes the call after its process died gives back what was charged.
alter table credit_holds add column is_given_up boolean not null default false;

-- Everything that decides about the calls of a company, at one instant: the account, which of the given calls are
-- closed, and the holds of calls that are not.
create or replace function read_credit_truth(company uuid, call_ids uuid[], first_id uuid, last_id uuid, grace_ms bigint)
returns table (
  balance_micros bigint, version bigint, is_frozen boolean, is_postpaid boolean, valid_for_ms double precision,
  closed_ids uuid[], holds json
) language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select coalesce(spendable_micros(a), 0), coalesce(a.version, 0), a.frozen_at is not null,
         coalesce(c.billing_mode = 'POSTPAID', false),
         (extract(epoch from case
            when a.next_expiry_at > now() then a.next_expiry_at
            when a.next_expiry_at <= now() then
              (select min(l.expires_at) from credit_lots l
                where l.owner_id = company and l.remaining_micros > 0 and l.expires_at > now())
          end - now()) * 1000)::double precision,
         -- The bounds leave out the partitions of other weeks.
         (select array_agg(k.id) from calls k
           where k.id = any (call_ids) and k.id between first_id and last_id),
         (select json_agg(json_build_object('callId', h.call_id, 'keyId', h.key_id, 'operation', h.operation,
                   'alias', h.alias, 'estimateMicros', h.estimate_micros::text, 'reservedTokens', h.reserved_tokens,
                   'isGivenUp', h.is_given_up,
                   'remainingMs', round(extract(epoch from h.deadline - now()) * 1000)))
            from credit_holds h
           where h.company_id = company and h.deadline > now() - make_interval(secs => grace_ms / 1000.0)
             and (select k.id from calls k where k.id = h.call_id) is null)
    from (select company as id) asked
    left join companies c on c.id = asked.id
    left join credit_accounts a on a.owner_id = asked.id;
end
$$;

alter function read_credit_truth set enable_seqscan = off;
alter function read_credit_truth set plan_cache_mode = force_generic_plan;
