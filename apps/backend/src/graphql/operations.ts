// Every GraphQL operation of the backend. To add one, see CONTRIBUTING.md, "Add a GraphQL operation".
import { auditLog } from './operations/audit/audit-log.ts'
import { adjustCredits } from './operations/billing/adjust-credits.ts'
import { billingPortal } from './operations/billing/billing-portal.ts'
import { createCheckoutSession } from './operations/billing/create-checkout-session.ts'
import { creditBalance } from './operations/billing/credit-balance.ts'
import { creditTransactions } from './operations/billing/credit-transactions.ts'
import { deactivateStaleSubscriptions } from './operations/billing/deactivate-stale-subscriptions.ts'
import { invoices } from './operations/billing/invoices.ts'
import { purchases } from './operations/billing/purchases.ts'
import { setPostpaidTerms } from './operations/billing/set-postpaid-terms.ts'
import { subscription } from './operations/billing/subscription.ts'
import { companies } from './operations/companies/companies.ts'
import { company } from './operations/companies/company.ts'
import { allowance } from './operations/companies/allowance.ts'
import { companyNotices } from './operations/companies/company-notices.ts'
import { createCompany } from './operations/companies/create-company.ts'
import { liftPause } from './operations/companies/lift-pause.ts'
import { pauses } from './operations/companies/pauses.ts'
import { resumeCompany } from './operations/companies/resume-company.ts'
import { setCompanyAllowance } from './operations/companies/set-company-allowance.ts'
import { suspendCompany } from './operations/companies/suspend-company.ts'
import { generatorMetrics } from './operations/generator/generator-metrics.ts'
import { generatorStatus } from './operations/generator/generator-status.ts'
import { startGenerator } from './operations/generator/start-generator.ts'
import { stopGenerator } from './operations/generator/stop-generator.ts'
import { changePassword } from './operations/identity/change-password.ts'
import { login } from './operations/identity/login.ts'
import { logout } from './operations/identity/logout.ts'
import { refresh } from './operations/identity/refresh.ts'
import { whoAmI } from './operations/identity/who-am-i.ts'
import { closeJob } from './operations/jobs/close-job.ts'
import { createJob } from './operations/jobs/create-job.ts'
import { jobs } from './operations/jobs/jobs.ts'
import { matches } from './operations/jobs/matches.ts'
import { updateJob } from './operations/jobs/update-job.ts'
import { apiKeys } from './operations/keys/api-keys.ts'
import { createApiKey } from './operations/keys/create-api-key.ts'
import { revokeApiKey } from './operations/keys/revoke-api-key.ts'
import { rotateApiKey } from './operations/keys/rotate-api-key.ts'
import { logStream } from './operations/logs/log-stream.ts'
import { meetings } from './operations/meetings/meetings.ts'
import { acceptInvitation } from './operations/members/accept-invitation.ts'
import { changeMemberRole } from './operations/members/change-member-role.ts'
import { invitations } from './operations/members/invitations.ts'
import { inviteMember } from './operations/members/invite-member.ts'
import { members } from './operations/members/members.ts'
import { memberships } from './operations/members/memberships.ts'
import { removeMember } from './operations/members/remove-member.ts'
import { revokeInvitation } from './operations/members/revoke-invitation.ts'
import { allPlans } from './operations/offers/all-plans.ts'
import { archiveCreditPack } from './operations/offers/archive-credit-pack.ts'
import { createCreditPack } from './operations/offers/create-credit-pack.ts'
import { createPlan } from './operations/offers/create-plan.ts'
import { creditPacks } from './operations/offers/credit-packs.ts'
import { plans } from './operations/offers/plans.ts'
import { setPlanAllowance } from './operations/offers/set-plan-allowance.ts'
import { setPlanActive } from './operations/offers/set-plan-active.ts'
import { syncAllPlansProviderPricing } from './operations/offers/sync-all-plans-provider-pricing.ts'
import { dryRunProviderEvent } from './operations/provider-events/dry-run-provider-event.ts'
import { providerEvents } from './operations/provider-events/provider-events.ts'
import { replayProviderEvent } from './operations/provider-events/replay-provider-event.ts'
import { deleteDocument } from './operations/talents/delete-document.ts'
import { deleteTalent } from './operations/talents/delete-talent.ts'
import { documents } from './operations/talents/documents.ts'
import { searchDocuments } from './operations/talents/search-documents.ts'
import { talents } from './operations/talents/talents.ts'
import { calls } from './operations/usage/calls.ts'
import { parkedCalls, settleParkedCall } from './operations/usage/parked-calls.ts'
import { usage } from './operations/usage/usage.ts'
import type { Operation } from './schema/define-operation.ts'

export const operations: readonly Operation[] = [
  acceptInvitation,
  adjustCredits,
  allowance,
  allPlans,
  apiKeys,
  archiveCreditPack,
  auditLog,
  billingPortal,
  calls,
  changeMemberRole,
  changePassword,
  closeJob,
  companies,
  company,
  companyNotices,
  createApiKey,
  createCheckoutSession,
  createCompany,
  createCreditPack,
  createJob,
  createPlan,
  creditBalance,
  creditPacks,
  creditTransactions,
  deactivateStaleSubscriptions,
  deleteDocument,
  deleteTalent,
  documents,
  dryRunProviderEvent,
  generatorMetrics,
  generatorStatus,
  invitations,
  inviteMember,
  invoices,
  jobs,
  liftPause,
  resumeCompany,
  suspendCompany,
  login,
  logout,
  logStream,
  matches,
  meetings,
  members,
  memberships,
  parkedCalls,
  pauses,
  plans,
  providerEvents,
  purchases,
  refresh,
  removeMember,
  replayProviderEvent,
  revokeApiKey,
  revokeInvitation,
  rotateApiKey,
  searchDocuments,
  setCompanyAllowance,
  setPlanActive,
  setPlanAllowance,
  setPostpaidTerms,
  settleParkedCall,
  startGenerator,
  stopGenerator,
  subscription,
  syncAllPlansProviderPricing,
  talents,
  updateJob,
  usage,
  whoAmI,
]
