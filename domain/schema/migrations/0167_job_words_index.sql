-- Finds the words of active jobs also where punctuation joins them, as in C++/Java or Node.js: the parser of Postgres takes
-- those for a file or a host. jobs_text_idx stays for the previous release and is dropped in a later one.
-- \x3b is the semicolon, which would read as the end of the statement.
-- without transaction: the index of a table that is in use is built concurrently
create index concurrently if not exists jobs_words_idx on jobs using gin (
  to_tsvector('simple', regexp_replace(title || ' ' || description_text, '[][!"#$%&''()*+,./:\x3b<=>?@\\^_`{|}~-]+', ' ', 'g'))
) where status = 'ACTIVE';
