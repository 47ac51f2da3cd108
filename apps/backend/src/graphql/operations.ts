// Every GraphQL operation of the backend. To add one, see CONTRIBUTING.md, "Add a GraphQL operation".
import { auditOperations } from './operations/audit.ts'
import { billingOperations } from './operations/billing/billing.ts'
import { offerChanges } from './operations/billing/change-offers.ts'
import { topUpOperations } from './operations/billing/top-up.ts'
import { companyOperations } from './operations/companies.ts'
import { companyEventOperations } from './operations/live/company-events.ts'
import { alertOperations } from './operations/credits/alerts.ts'
import { balanceOperations } from './operations/credits/balance.ts'
import { budgetOperations } from './operations/credits/budgets.ts'
import { modelOperations } from './operations/credits/models.ts'
import { creditOperations } from './operations/credits/credits.ts'
import { eventDeliveryOperations } from './operations/live/event-deliveries.ts'
import { eventEndpointOperations } from './operations/live/event-endpoints.ts'
import { findOperations } from './operations/find.ts'
import { identityOperations } from './operations/accounts/identity.ts'
import { secondFactorOperations } from './operations/accounts/second-factors.ts'
import { passkeyLoginOperations } from './operations/accounts/passkey-logins.ts'
import { passkeyOperations } from './operations/accounts/passkeys.ts'
import { recoveryOperations } from './operations/accounts/recovery.ts'
import { sessionOperations } from './operations/accounts/sessions.ts'
import { singleSignOnOperations } from './operations/accounts/single-sign-on.ts'
import { jobOperations } from './operations/jobs/jobs.ts'
import { keyChanges } from './operations/keys/change-keys.ts'
import { keyOperations } from './operations/keys/keys.ts'
import { logOperations } from './operations/live/log-stream.ts'
import { generatorOperations } from './operations/matching/generator.ts'
import { backgroundTaskOperations } from './operations/platform/background-tasks.ts'
import { matchingOperations } from './operations/matching/matches.ts'
import { whatIfOperations } from './operations/matching/what-if.ts'
import { meetingOperations } from './operations/meetings.ts'
import { memberOperations } from './operations/members.ts'
import { attentionOperations } from './operations/platform/attention.ts'
import { offerOperations } from './operations/billing/offers.ts'
import { catalogOperations } from './operations/platform/catalog.ts'
import { platformCompanyOperations } from './operations/platform/companies.ts'
import { domainClaimOperations } from './operations/platform/domain-claims.ts'
import { mailOperations } from './operations/platform/mails.ts'
import { logSearchOperations } from './operations/platform/monitoring/logs.ts'
import { platformStatusOperations } from './operations/platform/monitoring/platform-status.ts'
import { processOperations } from './operations/platform/monitoring/processes.ts'
import { routeStateOperations } from './operations/platform/monitoring/route-states.ts'
import { reconciliationOperations } from './operations/platform/reconciliations.ts'
import { taskOperations } from './operations/platform/tasks.ts'
import { platformUsageOperations } from './operations/platform/usage.ts'
import { platformUserOperations } from './operations/platform/users.ts'
import { providerEventOperations } from './operations/platform/provider-events.ts'
import { documentOperations } from './operations/talents/documents.ts'
import { talentOperations } from './operations/talents/talents.ts'
import { callOperations } from './operations/usage/calls.ts'
import { refusalOperations } from './operations/usage/refusals.ts'
import { usageOperations } from './operations/usage/usage.ts'
import type { Operation } from './schema/define-operation.ts'

export const operations: readonly Operation[] = [
  ...alertOperations,
  ...auditOperations,
  ...balanceOperations,
  ...billingOperations,
  ...budgetOperations,
  ...topUpOperations,
  ...callOperations,
  ...companyEventOperations,
  ...companyOperations,
  ...creditOperations,
  ...eventDeliveryOperations,
  ...eventEndpointOperations,
  ...findOperations,
  ...generatorOperations,
  ...identityOperations,
  ...jobOperations,
  ...keyChanges,
  ...keyOperations,
  ...logOperations,
  ...matchingOperations,
  ...meetingOperations,
  ...modelOperations,
  ...memberOperations,
  ...offerChanges,
  ...offerOperations,
  ...attentionOperations,
  ...catalogOperations,
  ...domainClaimOperations,
  ...mailOperations,
  ...platformCompanyOperations,
  ...platformStatusOperations,
  ...platformUsageOperations,
  ...platformUserOperations,
  ...reconciliationOperations,
  ...refusalOperations,
  ...routeStateOperations,
  ...secondFactorOperations,
  ...passkeyLoginOperations,
  ...passkeyOperations,
  ...recoveryOperations,
  ...sessionOperations,
  ...processOperations,
  ...logSearchOperations,
  ...singleSignOnOperations,
  ...taskOperations,
  ...providerEventOperations,
  ...documentOperations,
  ...talentOperations,
  ...usageOperations,
  ...whatIfOperations,
  ...backgroundTaskOperations,
]
