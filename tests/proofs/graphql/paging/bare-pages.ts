// The page that each connection returns, as one statement written by hand: the rows and columns that the fields need,
// without authorisation, GraphQL or HTTP. A connection that is missing here fails the proof.
import type { PagedCompany } from './seed-pages.ts'

type BarePage = { text: string; values: readonly unknown[] }

type BarePages = Readonly<Record<string, (company: PagedCompany, rows: number) => BarePage>>

/** Lists that are in Redis: they are not rejected either, and no statement gives the same page. */
export const pagesElsewhere: ReadonlySet<string> = new Set(['appLogs', 'refusals'])

export const barePages: BarePages = {
  alerts: newestOf('alerts', 'company_id'),
  apiKeys: ({ companyId }, rows) => ({
    text: `select k.*, u.email, (select sum(r.charged_micros) from usage_rollups r where r.company_id = k.company_id and r.key_id = k.id
                                   and r.day >= date_trunc('month', now() at time zone 'utc')::date) as spent
             from api_keys k left join users u on u.id = k.created_by
            where k.company_id = $1 order by k.id desc limit $2`,
    values: [companyId, rows],
  }),
  auditLog: newestOf('audit_log', 'company_id'),
  backgroundTasks: ({ companyId }, rows) => ({
    text: `select * from tasks.job_common where group_id = $1 and name = 'read-document' and state < 'active'
            order by created_on desc, id desc limit $2`,
    values: [companyId, rows],
  }),
  calls: newestOf('calls', 'company_id'),
  companies: (_company, rows) => ({
    text: `select c.*, a.*,
                  exists (select from invoices i where i.company_id = c.id and i.status = 'OPEN' and i.due_at <= now()) as is_overdue,
                  (select sum(r.charged_micros) from usage_rollups r where r.company_id = c.id and r.day > current_date - 30) as spent,
                  (select count(*) from api_keys k where k.company_id = c.id and k.revoked_at is null) as keys,
                  (select count(*) from memberships m where m.company_id = c.id) as members
             from companies c left join credit_accounts a on a.owner_id = c.id order by c.id desc limit $1`,
    values: [rows],
  }),
  companyNotices: newestOf('company_notices', 'company_id'),
  creditTransactions: newestOf('credit_transfers', 'owner_id'),
  documents: newestOf('documents', 'company_id'),
  eventDeliveries: ({ companyId }, rows) => ({
    text: `select d.*, e.type, e.data, (select json_agg(a order by a.id) from event_attempts a where a.delivery_id = d.id) as attempts
             from event_deliveries d
             join outgoing_events e on e.id = d.event_id
             join event_endpoints p on p.id = d.endpoint_id and p.deleted_at is null
            where d.company_id = $1 order by d.id desc limit $2`,
    values: [companyId, rows],
  }),
  invoices: newestOf('invoices', 'company_id'),
  purchases: newestOf('credit_pack_purchases', 'company_id'),
  jobs: ({ companyId }, rows) => ({
    text: `select j.*, f.facts from jobs j left join job_facts f on f.company_id = j.company_id and f.job_id = j.id
            where j.company_id = $1 order by j.id desc limit $2`,
    values: [companyId, rows],
  }),
  mails: (_company, rows) => ({ text: 'select * from mails order by id desc limit $1', values: [rows] }),
  matches: ({ companyId, jobId }, rows) => ({
    text: `select m.*, t.name, t.profile, t.source_text, f.facts
             from matches m
             join talents t on t.company_id = m.company_id and t.id = m.talent_id
             join talent_facts f on f.company_id = m.company_id and f.talent_id = m.talent_id
            where m.company_id = $1 and m.job_id = $2 order by m.points desc, m.talent_id limit $3`,
    values: [companyId, jobId, rows],
  }),
  meetingTranscript: ({ meetingId }, rows) => ({
    text: 'select * from transcript_lines where room = (select room from meetings where id = $1) order by id limit $2',
    values: [meetingId, rows],
  }),
  meetings: newestOf('meetings', 'company_id'),
  pendingDomainClaims: (_company, rows) => ({
    text: `select c.id, c.name, json_agg(d) from sso_domains d join companies c on c.id = d.company_id
            where d.confirmed_at is null group by c.id order by c.id desc limit $1`,
    values: [rows],
  }),
  platformAuditLog: (_company, rows) => ({
    text: `select a.*, u.email from audit_log a left join users u on u.id::text = a.actor_id
            where a.company_id is null order by a.id desc limit $1`,
    values: [rows],
  }),
  providerEvents: (_company, rows) => ({
    text: 'select * from provider_events order by id desc limit $1',
    values: [rows],
  }),
  reconciliations: (_company, rows) => ({
    text: 'select * from reconciliation_reports order by id desc limit $1',
    values: [rows],
  }),
  sessions: ({ userId }, rows) => ({
    text: `select * from login_sessions s where user_id = $1 and ended_at is null and expires_at > now()
              and exists (select from refresh_tokens t where t.session_id = s.id and t.used_at is null and t.expires_at > now())
            order by id desc limit $2`,
    values: [userId, rows],
  }),
  talents: newestOf('talents', 'company_id'),
  tasks: (_company, rows) => ({
    text: `select * from tasks.job_common where name = 'dead-letters' and state < 'active' order by created_on, id limit $1`,
    values: [rows],
  }),
  users: (_company, rows) => ({
    text: `select u.*, (select json_agg(m) from memberships m where m.user_id = u.id) as memberships
             from users u order by u.id desc limit $1`,
    values: [rows],
  }),
}

function newestOf(table: string, owner: string) {
  return ({ companyId }: PagedCompany, rows: number): BarePage => ({
    text: `select * from ${table} where ${owner} = $1 order by id desc limit $2`,
    values: [companyId, rows],
  })
}
