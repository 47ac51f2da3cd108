-- Finds the talents of a company whose name begins with given letters, in any letter case.
-- without transaction: the index of a table that is in use is built concurrently
create index concurrently if not exists talents_by_name_idx on talents (company_id, lower(name) text_pattern_ops);
