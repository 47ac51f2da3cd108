-- What the migrations make; written by `pnpm schema`, not by hand.

CREATE TYPE public.billing_mode AS ENUM (
    'PREPAID',
    'POSTPAID'
);

CREATE TYPE public.membership_role AS ENUM (
    'ADMIN',
    'MEMBER'
);

CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'rows of % are append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

CREATE TABLE public.audit_log (
    id uuid NOT NULL,
    company_id uuid,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    action text NOT NULL,
    subject_kind text NOT NULL,
    subject_id text NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL,
    client_address inet,
    request_id uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT audit_log_action_shape CHECK ((action ~ '^[a-z_]+\.[a-z_]+$'::text)),
    CONSTRAINT audit_log_actor_kind CHECK ((actor_kind = ANY (ARRAY['user'::text, 'key'::text, 'service'::text, 'operator'::text])))
);

CREATE TABLE public.companies (
    id uuid NOT NULL,
    name text NOT NULL,
    billing_mode public.billing_mode DEFAULT 'PREPAID'::public.billing_mode NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT companies_name_not_blank CHECK (((btrim(name) <> ''::text) AND (length(name) <= 200)))
);

CREATE TABLE public.memberships (
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    role public.membership_role NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.schema_migrations (
    version integer NOT NULL,
    file text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.users (
    id uuid NOT NULL,
    email text NOT NULL,
    password_hash text,
    is_super_admin boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT users_email_shape CHECK (((email ~ '^[^@\s]+@[^@\s]+$'::text) AND (length(email) <= 254)))
);

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.companies
    ADD CONSTRAINT companies_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_pkey PRIMARY KEY (company_id, user_id);

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

CREATE INDEX audit_log_company_id_idx ON public.audit_log USING btree (company_id, id DESC);

CREATE INDEX memberships_user_id_idx ON public.memberships USING btree (user_id);

CREATE UNIQUE INDEX users_email_key ON public.users USING btree (lower(email));

CREATE TRIGGER audit_log_is_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER audit_log_is_not_truncated BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_company_id_fkey FOREIGN KEY (company_id) REFERENCES public.companies(id);

ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
