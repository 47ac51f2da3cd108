-- Finds the documents of a company whose file name begins with given letters, in any letter case.
-- without transaction: the index of a table that is in use is built concurrently
create index concurrently if not exists documents_by_file_name_idx on documents (company_id, lower(file_name) text_pattern_ops);
