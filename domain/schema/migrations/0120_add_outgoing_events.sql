-- Events that companies receive at https endpoints of their own. An event and its deliveries are written in the
-- transaction that causes them; a worker sends them (docs/decisions/0043-outgoing-events.md).
create table event_endpoints (
  id uuid primary key,
  company_id uuid not null references companies (id),
  -- http only for addresses that a setting allows in development and tests.
  url text not null constraint event_endpoints_url_shape check (url ~ '^https?://' and length(url) <= 2000),
  description text not null default '' constraint event_endpoints_description_length check (length(description) <= 200),
  -- Empty: every type, including those that later releases add.
  event_types text[] not null default '{}',
  is_enabled boolean not null default true,
  -- Why the platform disabled it; null if an admin did, or if it is enabled.
  disabled_because text constraint event_endpoints_reason_known check (disabled_because in ('FAILING', 'GONE')),
  -- The time of the first failure since the last success.
  failing_since timestamptz,
  -- AES-256-GCM of the signing secret, whose key is not in the database.
  sealed_secret bytea not null,
  sealed_by text not null,
  -- During a rotation events are signed with both secrets.
  previous_sealed_secret bytea,
  previous_sealed_by text,
  previous_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The rows of a deleted endpoint are removed later, in batches.
  deleted_at timestamptz,
  constraint event_endpoints_previous_complete check (
    (previous_sealed_secret is null) = (previous_until is null)
    and (previous_sealed_secret is null) = (previous_sealed_by is null)),
  constraint event_endpoints_disabled_has_state check (disabled_because is null or not is_enabled)
);

create index event_endpoints_of_company on event_endpoints (company_id, id) where deleted_at is null;

-- Written only if an endpoint wants the event.
create table outgoing_events (
  -- The `webhook-id` of every delivery.
  id uuid primary key,
  company_id uuid not null references companies (id),
  type text not null constraint outgoing_events_type_length check (length(type) between 1 and 100),
  -- Names the cause, so that a cause that is repeated creates no second event.
  key text constraint outgoing_events_key_length check (length(key) between 1 and 200),
  -- JSON as text: what is sent must stay the same, to the byte, in all attempts.
  data text not null,
  created_at timestamptz not null default now(),
  constraint outgoing_events_one_per_key unique (company_id, type, key)
);

create type event_delivery_status as enum ('PENDING', 'DELIVERED', 'FAILED');

create table event_deliveries (
  id uuid primary key,
  event_id uuid not null references outgoing_events (id) on delete cascade,
  endpoint_id uuid not null references event_endpoints (id),
  company_id uuid not null references companies (id),
  status event_delivery_status not null default 'PENDING',
  -- Attempts whose outcome is known, since the event was enqueued or replayed.
  attempts integer not null default 0,
  -- A claim moves it to the end of the lease, so that the delivery of a worker that died becomes due again.
  next_attempt_at timestamptz not null default now(),
  -- The claim of the attempt in progress. A worker that lost its claim cannot record an outcome.
  claim_id uuid,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint event_deliveries_one_per_endpoint unique (event_id, endpoint_id),
  constraint event_deliveries_settled check ((status = 'PENDING') = (settled_at is null))
);

create index event_deliveries_due on event_deliveries (endpoint_id, next_attempt_at) where status = 'PENDING';
create index event_deliveries_of_company on event_deliveries (company_id, id);
create index event_deliveries_of_endpoint on event_deliveries (endpoint_id, id);

create table event_attempts (
  id uuid primary key,
  delivery_id uuid not null references event_deliveries (id) on delete cascade,
  company_id uuid not null references companies (id),
  started_at timestamptz not null,
  duration_ms integer not null,
  -- Null if no response arrived.
  status_code integer,
  -- Null if the receiver accepted the event.
  error text
);

create index event_attempts_of_delivery on event_attempts (delivery_id, id);
