-- The name under which the payment provider last received an offer. Where it differs from the offer's own name, or is not
-- known, a job sends the name again.
alter table plans add column provider_product_name text;
alter table credit_packs add column provider_product_name text;

-- Trial credits are terms like the others: invoices that arrive late grant them, and reconciliation computes with them.
create or replace trigger plans_keep_their_terms before update on plans
  for each row when (old.provider_price_id is not null and
    (old.credits_micros, old.trial_credits_micros, old.price_minor, old.currency, old.billing_interval, old.billing_mode)
      is distinct from
    (new.credits_micros, new.trial_credits_micros, new.price_minor, new.currency, new.billing_interval, new.billing_mode))
  execute function refuse_price_change();
