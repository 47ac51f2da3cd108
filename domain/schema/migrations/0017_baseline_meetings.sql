-- Meetings: the meeting server's events about its rooms, the transcripts, and their results. Events are stored whether
-- their room is known or not; a meeting is one use of a known room and is created when the room is destroyed.
create type room_event_kind as enum ('room_created', 'room_destroyed');

create table room_events (
  id uuid primary key,
  event room_event_kind not null,
  room text not null constraint room_events_room_not_blank check (btrim(room) <> '' and length(room) <= 200),
  occurred_at timestamptz not null,
  -- The internal caller that sent the event.
  caller text not null,
  received_at timestamptz not null default now(),
  -- The meeting server may send an event twice.
  constraint room_events_event_room_occurred_at_key unique (event, room, occurred_at)
);

create index room_events_room_idx on room_events (room, occurred_at);

-- The owner of each known room: without a row here a room's events are only stored.
create table meeting_rooms (
  name text primary key constraint meeting_rooms_name_not_blank check (btrim(name) <> '' and length(name) <= 200),
  company_id uuid not null references companies (id),
  owner_id uuid not null references users (id),
  created_at timestamptz not null default now()
);

-- The transcript, line by line as it arrives; never changed, so that quotes stay valid.
create table transcript_lines (
  id bigint generated always as identity primary key,
  room text not null,
  spoken_at timestamptz not null,
  speaker text not null,
  text text not null constraint transcript_lines_text_length check (length(text) <= 4000)
);

create unique index transcript_lines_once_idx on transcript_lines (room, spoken_at, speaker, md5(text));

create trigger transcript_lines_are_append_only before update on transcript_lines
  for each row execute function refuse_change();

create type meeting_status as enum ('WAITING', 'DONE', 'NO_TRANSCRIPT');

create table meetings (
  id uuid primary key,
  company_id uuid not null references companies (id),
  owner_id uuid not null references users (id),
  room text not null,
  -- Null if the start of the meeting was not reported.
  started_at timestamptz,
  ended_at timestamptz not null,
  status meeting_status not null default 'WAITING',
  -- Each insight includes the lines and words that support it.
  insights jsonb not null default '[]',
  lines integer not null default 0,
  -- The model calls for this meeting, each with its receipt.
  call_ids uuid[] not null default '{}',
  finished_at timestamptz,
  constraint meetings_room_ended_at_key unique (room, ended_at)
);

create index meetings_company_id_idx on meetings (company_id, ended_at desc);
