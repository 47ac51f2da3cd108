-- Planner settings of the settlement. They were settings of its connections, which a pooler in transaction mode drops
-- without an error. Nested loops process the arrays in their given order, which is the order in which rows must be
-- locked; sequential scans are off, because the planner assumes that a new or empty table stays small.
alter function charge_accounts set enable_seqscan = off;
alter function charge_accounts set enable_hashjoin = off;
alter function charge_accounts set enable_mergejoin = off;
alter function charge_accounts set plan_cache_mode = force_generic_plan;
