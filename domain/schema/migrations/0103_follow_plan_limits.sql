-- A plan may raise the limits that a company's admins can give to keys. Those limits were looked at when a key was minted and
-- never again: subscribe for a day, mint, cancel, and the key kept what the plan had allowed. Keys that admins make now follow
-- the plan at every look-up; what an operator or a super admin granted stays as it was granted.
alter table api_keys add column limits_follow_plan boolean not null default false;
update api_keys set limits_follow_plan = true where created_by in (select id from users where not is_super_admin);

-- What a key of the company may be allowed at most, by the plan of its active subscription or the one by which its usage is
-- billed. Null where the plan says nothing, or there is none: then the platform's own ceiling counts.
create function key_ceilings(company uuid, out rpm_limit_max integer, out tpm_limit_max integer)
  language sql stable as $$
  select p.key_rpm_limit_max, p.key_tpm_limit_max
    from plans p
   where p.id in (select s.plan_id from subscriptions s where s.company_id = company and s.is_active
                  union all
                  select t.plan_id from postpaid_terms t join companies c on c.id = t.company_id
                   where t.company_id = company and c.billing_mode = 'POSTPAID')
   order by p.key_rpm_limit_max desc nulls last, p.key_tpm_limit_max desc nulls last
   limit 1
$$;
