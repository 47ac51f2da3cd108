-- When the matches of a job were last computed, so that a list of matches can state how current it is. Null for a job that
-- has not been matched since this migration.
alter table job_index add column matched_at timestamptz;

-- A company that registers a room itself receives what is said there from then on: earlier lines under the same name may
-- be another company's. Null for a room that an operator assigned, whose earlier lines belong to it. The meeting has a
-- copy, because the room may be removed before its transcript is read.
alter table meeting_rooms add column spoken_from timestamptz;
alter table meetings add column spoken_from timestamptz;
