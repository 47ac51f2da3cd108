-- What an operator knows about a provider and about a model, so that usage reports can be judged, fields that change the
-- price can be refused, and answers do not reveal who wrote them.
alter table model_aliases
  -- How many tokens a prompt may have. Unknown for aliases from before: then only an absurd number is doubted.
  add column context_tokens integer,
  add constraint model_aliases_context_tokens_positive check (context_tokens > 0) not valid;
alter table model_aliases validate constraint model_aliases_context_tokens_positive;

alter table model_routes
  -- Whether total_tokens − prompt_tokens is what the model wrote. Some providers report reasoning only there; a provider
  -- whose total means something else has it switched off.
  add column counts_total_tokens boolean not null default true,
  -- The names by which the provider may call the model in its answers; one that ends with * is a prefix. Without any, the
  -- name that it is asked for, with whatever follows.
  add column answer_models text[] not null default '{}',
  -- Fields of a request that make the provider use another model or another price.
  add column rejected_fields text[] not null default '{}',
  -- Fields of an answer, besides provider and system_fingerprint, that say who wrote it.
  add column hidden_fields text[] not null default '{}',
  -- Names of the provider and its models that its error messages contain, besides those that are known everywhere.
  add column hidden_names text[] not null default '{}';
