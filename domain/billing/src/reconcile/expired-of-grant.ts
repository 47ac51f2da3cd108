/**
 * An SQL expression for the credits of the grant `g` that have expired unused: from its own lot, and from the lots into which
 * they came back after a dispute.
 */
export const expiredOfGrant = `(
  select coalesce(-sum(t.amount_micros), 0)::bigint
    from credit_lots l join credit_transfers t on t.business_key = 'expiry:' || l.id
   where l.owner_id = g.company_id
     and l.source_key = any (g.business_key || array (
           select 'dispute-release:' || coalesce(g.purchase_id::text, g.business_key) || ':' || hold
             from generate_series(1, g.holds) hold)))`
