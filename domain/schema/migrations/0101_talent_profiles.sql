-- What a CV says about a talent, as people look at it (name, roles, contact details), and what people corrected in it.
-- Corrections have their own column, because a new reading of the CV replaces the profile and must keep them. Both
-- identify the person, so they are here and not in talent_facts. Null for a talent whose CV was read before this migration.
alter table talents add column profile jsonb;
alter table talents add column corrections jsonb not null default '{}';
alter table talents
  add constraint talents_profile_is_object check (jsonb_typeof(profile) = 'object') not valid;
alter table talents
  add constraint talents_corrections_bounded
    check (jsonb_typeof(corrections) = 'object' and length(corrections::text) <= 100000) not valid;
