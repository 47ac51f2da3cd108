-- Finds the companies whose name begins with given letters, in any letter case, among all companies.
-- without transaction: the index of a table that is in use is built concurrently
create index concurrently if not exists companies_by_name_idx on companies (lower(name) text_pattern_ops);
