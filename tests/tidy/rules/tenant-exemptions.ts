// The files with queries on tables of companies that do not restrict the company, with the number of such queries per
// table and the reason. Code that serves the people or keys of a company belongs here only if another key implies the
// company; otherwise it can leak data of other companies.
export type TenantExemptions = Readonly<
  Record<string, { tables: Readonly<Record<string, number>>; why: string }>
>

export const tenantExemptions: TenantExemptions = {
  'domain/companies/src/alerts/evaluate-alerts.ts': {
    tables: { alert_rules: 1 },
    why: 'lists the companies whose rules are evaluated; each of them is then evaluated alone',
  },
  'domain/companies/src/find/find-by-id.ts': {
    tables: { api_keys: 1, calls: 1, credit_pack_purchases: 1, invoices: 1, meetings: 1, memberships: 1 },
    why: 'super admins find the company of an object by its id',
  },
  'domain/companies/src/platform/attention.ts': {
    tables: { calls: 1, parked_call_decisions: 1 },
    why: 'super admins see the parked calls of all companies',
  },
  'domain/companies/src/platform/company-summaries.ts': {
    tables: { invoices: 1 },
    why: 'super admins list all companies with their states',
  },
  'domain/credits/src/postgres/read-platform-usage.ts': {
    tables: { usage_rollups: 1 },
    why: 'super admins see the usage of all companies',
  },
  'domain/credits/src/postgres/preview-price.ts': {
    tables: { usage_rollups: 1 },
    why: 'super admins see what a price would change for all companies',
  },
  'domain/identity/src/invitations/end-invitations.ts': {
    tables: { invitations: 1 },
    why: 'the invitations that a former super admin sent end in all companies; the other functions add the company',
  },
  'domain/identity/src/platform/manage-users.ts': {
    tables: { memberships: 1 },
    why: 'super admins list all users with their companies',
  },
  'domain/identity/src/sso/pending-claims.ts': {
    tables: { sso_domains: 2 },
    why: 'super admins list the claims of all companies',
  },
  'domain/billing/src/top-up/start-top-ups.ts': {
    tables: { top_up_settings: 1, top_ups: 1 },
    why: 'lists the companies below their thresholds; each of them is then decided about alone',
  },
  'domain/billing/src/apply/apply-charge.ts': {
    tables: { credit_pack_purchases: 1, invoices: 1 },
    why: 'applies events of the payment provider, whose ids are unique across companies',
  },
  'domain/billing/src/apply/apply-checkout.ts': {
    tables: { credit_pack_purchases: 3, invoices: 1, subscriptions: 1 },
    why: 'applies events of the payment provider, whose ids are unique across companies',
  },
  'domain/billing/src/apply/apply-invoice.ts': {
    tables: { invoices: 3, subscriptions: 1 },
    why: 'applies events of the payment provider, whose ids are unique across companies',
  },
  'domain/billing/src/apply/apply-subscription.ts': {
    tables: { subscriptions: 4 },
    why: 'applies events of the payment provider, whose ids are unique across companies',
  },
  'domain/billing/src/apply/find-company.ts': {
    tables: { provider_customers: 1, subscriptions: 1 },
    why: 'applies events of the payment provider, whose ids are unique across companies',
  },
  'domain/billing/src/apply/grant-credits.ts': {
    tables: { paid_grants: 2 },
    why: 'applies events of the payment provider, whose ids are unique across companies',
  },
  'domain/billing/src/apply/hold-disputed.ts': {
    tables: { paid_grants: 1 },
    why: 'applies events of the payment provider, whose ids are unique across companies',
  },
  'domain/billing/src/apply/settle-refunds.ts': {
    tables: { credit_pack_purchases: 1, invoices: 2, paid_grants: 2 },
    why: 'applies events of the payment provider, whose ids are unique across companies',
  },
  'domain/billing/src/checkout/start-checkout.ts': {
    tables: { credit_pack_purchases: 2 },
    why: 'updates the purchase that it has just inserted for the company',
  },
  'domain/billing/src/inbox/check-unfinished.ts': {
    tables: { credit_pack_purchases: 4, invoices: 2 },
    why: 'a periodic job for all companies',
  },
  'domain/billing/src/inbox/deactivate-stale.ts': {
    tables: { subscriptions: 2 },
    why: 'super admins end stale subscriptions of any company',
  },
  'domain/billing/src/inbox/refresh-subscription.ts': {
    tables: { subscriptions: 2 },
    why: 'a periodic job for all companies',
  },
  'domain/billing/src/inbox/send-notices.ts': {
    tables: { billing_notices: 3 },
    why: 'a periodic job for all companies',
  },
  'domain/billing/src/postpaid/bill-usage.ts': {
    tables: { postpaid_terms: 1, usage_bills: 1 },
    why: 'a periodic job that bills all companies',
  },
  'domain/billing/src/postpaid/send-bills.ts': {
    tables: { usage_bills: 3 },
    why: 'a periodic job that bills all companies',
  },
  'domain/billing/src/reconcile/event-checks.ts': {
    tables: { provider_customers: 1 },
    why: 'reconciliation compares the books of all companies',
  },
  'domain/billing/src/reconcile/grant-checks.ts': {
    tables: { excess_grants: 1, paid_grants: 1 },
    why: 'reconciliation compares the books of all companies',
  },
  'domain/billing/src/reconcile/money-checks.ts': {
    tables: { invoices: 5, paid_grants: 1 },
    why: 'reconciliation compares the books of all companies',
  },
  'domain/calls/src/postgres/maintain-partitions.ts': {
    tables: { calls_default: 2 },
    why: 'maintains partitions, which hold the rows of all companies',
  },
  'domain/call-archive/src/postgres/archive-records.ts': {
    tables: { archived_call_days: 1 },
    why: 'archives partitions, which hold the rows of all companies',
  },
  'domain/call-archive/src/postgres/list-closed-partitions.ts': {
    tables: { calls: 1, parked_call_decisions: 1 },
    why: 'archives partitions, which hold the rows of all companies',
  },
  'domain/credits/src/postgres/manual/parked-calls.ts': {
    tables: { calls: 3, parked_call_decisions: 3 },
    why: 'super admins decide on parked calls of any company',
  },
  'domain/credits/src/postgres/return-charge.ts': {
    tables: { calls: 1 },
    why: 'returns each charge with its company, for calls that the settler or the reaper gives back',
  },
  'domain/credits/src/postgres/read-receipt.ts': {
    tables: { calls: 1, parked_call_decisions: 1 },
    why: 'restricted to the key that asks, which belongs to one company, or to the company; a decision must be of the same company',
  },
  'domain/credits/src/postgres/settlement/many-calls.ts': {
    tables: { stored_answers: 1 },
    why: 'settles batches with the calls of several companies, by the ids that the gateway gave them',
  },
  'domain/credits/src/postgres/settlement/settle-batch.ts': {
    tables: { calls: 1 },
    why: 'settles batches with the calls of several companies, by the ids that the gateway gave them',
  },
  'domain/credits/src/postgres/settlement/undelivered-calls.ts': {
    tables: { stored_answers: 1 },
    why: 'settles batches with the calls of several companies, by the ids that the gateway gave them',
  },
  'domain/credits/src/postgres/stored-answers.ts': {
    tables: { stored_answer_totals: 2, stored_answers: 7 },
    why: 'restricted to a key, which belongs to one company, or to a call; the purge works for all companies',
  },
  'domain/credits/src/reconciliation/postgres/add-up-calls.ts': {
    tables: { calls: 2 },
    why: 'reconciliation adds up the calls of all companies',
  },
  'domain/credits/src/reconciliation/postgres/charged-sums.ts': {
    tables: { calls: 1, reconciled_days: 1, usage_rollups: 2 },
    why: 'reconciliation adds up the calls of all companies',
  },
  'domain/credits/src/reconciliation/postgres/hold-checks.ts': {
    tables: { calls: 1 },
    why: 'reconciliation adds up the calls of all companies',
  },
  'domain/identity/src/invitations/accept-invitation.ts': {
    tables: { invitations: 2 },
    why: 'an invitation is found by the hash of its token; the invited person does not know its company',
  },
  'domain/identity/src/memberships.ts': {
    tables: { memberships: 1 },
    why: 'lists the companies of one user',
  },
  'domain/identity/src/sso/sso-domains.ts': {
    tables: { sso_domains: 1 },
    why: 'finds the company for which a domain is confirmed',
  },
  'domain/identity/src/sso/require-sso.ts': {
    tables: { memberships: 1, sso_connections: 1, sso_domains: 1 },
    why: 'asks whether any company of one user enforces single sign-on',
  },
  'domain/identity/src/sso/sso-attempts.ts': {
    tables: { sso_attempts: 2 },
    why: 'deletes attempts of all companies that have expired',
  },
  'domain/jobs/src/postgres/expire-jobs.ts': {
    tables: { jobs: 2 },
    why: 'ends the jobs of all companies whose closing date has passed',
  },
  'domain/jobs/src/postgres/reread-job.ts': {
    tables: { job_facts: 1 },
    why: 'finds the jobs of all companies that have to be read again',
  },
  'domain/keys/src/postgres/find-keys.ts': {
    tables: { api_keys: 1, budgets: 1 },
    why: 'a key is found by its hash, and tells which company calls; the budgets are those of that company',
  },
  'domain/keys/src/postgres/key-changes.ts': {
    tables: { key_changes: 2 },
    why: 'a gateway reads the changes of the keys of all companies, and a task deletes them',
  },
  'domain/keys/src/postgres/touch-last-used.ts': {
    tables: { api_keys: 2 },
    why: 'a background write for the keys of all companies, by their ids',
  },
  'domain/mail/src/postgres/mail-store.ts': {
    tables: { mails: 5 },
    why: 'the sender works for all companies',
  },
  'domain/outgoing-events/src/postgres/claim-deliveries.ts': {
    tables: { event_deliveries: 4, event_endpoints: 2, outgoing_events: 1 },
    why: 'the sender works for all companies',
  },
  'domain/outgoing-events/src/postgres/purge-events.ts': {
    tables: { event_deliveries: 3, event_endpoints: 5, outgoing_events: 2 },
    why: 'old events and deleted endpoints of all companies are deleted',
  },
  'domain/outgoing-events/src/postgres/record-attempt.ts': {
    tables: { event_deliveries: 1, event_endpoints: 4 },
    why: 'the sender works for all companies, and holds the claim of the delivery',
  },
  'domain/matching/src/postgres/claim-batch.ts': {
    tables: { match_batches: 5, match_queue: 5 },
    why: 'the generator divides its work among all companies',
  },
  'domain/matching/src/postgres/generator-store.ts': {
    tables: { match_batches: 6, match_queue: 4 },
    why: 'the generator divides its work among all companies',
  },
  'domain/matching/src/postgres/judge/judge-queue.ts': {
    tables: { company_allowances: 1, judge_queue: 2 },
    why: 'the generator divides its work among all companies',
  },
  'domain/matching/src/postgres/judge/stored-verdicts.ts': {
    tables: { judge_verdicts: 3 },
    why: 'verdicts are found by a hash of all that was asked; the purge works for all companies',
  },
  'domain/matching/src/postgres/maintain-score-log.ts': {
    tables: { match_score_log_default: 1 },
    why: 'maintains partitions, which hold the rows of all companies',
  },
  'domain/matching/src/postgres/rematch-job.ts': {
    tables: { job_index: 1, match_queue: 1 },
    why: 'finds the jobs of all companies that earlier scoring rules have matched',
  },
  'domain/matching/src/postgres/sweep-batches.ts': {
    tables: { match_batches: 2 },
    why: 'the generator divides its work among all companies',
  },
  'domain/meetings/src/postgres/meeting-store.ts': {
    tables: { meetings: 2, memberships: 1 },
    why: 'a background task names the meeting; its result names the company',
  },
  'domain/meetings/src/postgres/record-room-event.ts': {
    tables: { meeting_rooms: 2 },
    why: 'the name of a room is unique across companies',
  },
  'domain/talents/src/postgres/reread-talent.ts': {
    tables: { talent_facts: 1 },
    why: 'finds the talents of all companies that have to be read again',
  },
  'domain/vocabulary/src/postgres/term-counts.ts': {
    tables: { talent_facts: 1 },
    why: 'counts terms in a sample of all talents',
  },
}
