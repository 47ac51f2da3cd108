-- While a process has no Redis, it decides by the holds in credit_holds. The processes that still reach Redis must keep
-- theirs there too, so it records that it uses the table. Like the holds, this is written again every second.
create unlogged table hold_table_use (
  is_only boolean primary key default true constraint hold_table_use_one_row check (is_only),
  used_at timestamptz not null default now()
);
