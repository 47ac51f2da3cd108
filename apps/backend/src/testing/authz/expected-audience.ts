// Who may call each operation, as the interface documents and the decisions say. This list is written by hand from them
// and not derived from the access table: a wrong line there shows as a difference here.

/** Without an account, or before logging in. */
const anyone = ['acceptInvitation', 'creditPacks', 'login', 'plans', 'refresh']

/** About the caller's own account. */
const everyUser = ['changePassword', 'logout', 'memberships', 'whoAmI']

/** Recruiting work of a company: its jobs, candidates, documents and meetings. */
const everyMember = [
  'closeJob',
  'company',
  'correctTalent',
  'createJob',
  'document',
  'documents',
  'job',
  'jobs',
  'match',
  'matchHistory',
  'matches',
  'matchingState',
  'meeting',
  'meetingTranscript',
  'meetings',
  'previewJob',
  'scoreWhatIf',
  'searchDocuments',
  'setTalentStatus',
  'talent',
  'talents',
  'updateJob',
]

/** Money, keys and people of a company, and whatever deletes. */
const admins = [
  'allowance',
  'apiKey',
  'apiKeys',
  'auditLog',
  'balanceAt',
  'balanceHistory',
  'billingPortal',
  'call',
  'callHistogram',
  'calls',
  'changeMemberRole',
  'companyNotices',
  'createApiKey',
  'createCheckoutSession',
  'creditBalance',
  'creditLots',
  'creditTransactions',
  'deleteDocument',
  'deleteTalent',
  'invitations',
  'inviteMember',
  'invoices',
  'keyLimits',
  'meetingRooms',
  'members',
  'purchases',
  'registerMeetingRoom',
  'removeMeetingRoom',
  'removeMember',
  'revokeApiKey',
  'revokeInvitation',
  'rotateApiKey',
  'subscription',
  'updateApiKey',
  'usage',
]

/** The platform: offers, payments, companies as customers, logs and the generator. */
const superAdmins = [
  'adjustCredits',
  'allPlans',
  'archiveCreditPack',
  'companies',
  'createCompany',
  'createCreditPack',
  'createPlan',
  'deactivateStaleSubscriptions',
  'dryRunProviderEvent',
  'generatorMetrics',
  'generatorStatus',
  'liftPause',
  'logStream',
  'parkedCalls',
  'pauses',
  'providerEvents',
  'replayProviderEvent',
  'resumeCompany',
  'setCompanyAllowance',
  'setPlanActive',
  'setPlanAllowance',
  'setPostpaidTerms',
  'settleParkedCall',
  'startGenerator',
  'stopGenerator',
  'suspendCompany',
  'syncAllPlansProviderPricing',
]

/** The platform's administration: its customers, users, models, tasks and books. */
const administration = [
  'catalog',
  'companyOverview',
  'endUserSessions',
  'ignoreProviderEvent',
  'inboxSummary',
  'platformAuditLog',
  'previewPrice',
  'providerEvent',
  'reconciliations',
  'removeRoute',
  'replayTasks',
  'setAlias',
  'setPrice',
  'setRoute',
  'setSuperAdmin',
  'startReconciliation',
  'sweepProviderEvents',
  'task',
  'tasks',
  'users',
]

export const expectedAudience = {
  anyone,
  user: everyUser,
  companyMember: everyMember,
  companyAdmin: admins,
  superAdmin: [...superAdmins, ...administration].sort(),
}
