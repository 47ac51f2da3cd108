// The access level of every field in the schema, each listed once. The backend does not start if a field is missing
// here, and a generated test calls every entry anonymously, as a member, as an admin of another company, as an admin
// and as a super admin.
import {
  alertAccess,
  alertMutations,
  alertQueries,
  eventAccess,
  eventMutations,
  eventQueries,
} from './alert-access.ts'
import { accountAccess, accountMutations, accountQueries } from './account-access.ts'
import { asParent } from './as-parent.ts'
import { callAccess } from './call-access.ts'
import { jobAccess } from './job-access.ts'
import { monitoringAccess, monitoringQueries } from './monitoring-access.ts'
import { platformAccess, platformMutations, platformQueries } from './platform-access.ts'
import { matchAccess } from './match-access.ts'
import { moneyAccess, moneyMutations, moneyQueries } from './money-access.ts'
import { keyAccess } from './key-access.ts'
import { recruitingAccess, recruitingMutations, recruitingQueries } from './recruiting-access.ts'
import { documentAccess, talentAccess } from './talent-access.ts'

/**
 * Who may read a field. `asParent` is for fields of an object type: access to the object implies access to the field.
 * `account` is a user who is logged in, even a super admin who may do nothing else before setting up a second factor.
 * `companyMember` and `companyAdmin` refer to the company named by the operation's `companyId`; to users outside that
 * company it looks as if it did not exist. A super admin may do whatever an admin of any company may.
 */
export type AccessLevel =
  | 'anyone'
  | 'account'
  | 'user'
  | 'companyMember'
  | 'companyAdmin'
  | 'superAdmin'
  | 'asParent'

/** Maps type name and field name to the required access level. */
export type AccessTable = Readonly<Record<string, Readonly<Record<string, AccessLevel>>>>

export const accessTable = {
  Query: {
    ...alertQueries,
    ...accountQueries,
    ...eventQueries,
    ...moneyQueries,
    ...monitoringQueries,
    ...platformQueries,
    attention: 'companyAdmin',
    ...recruitingQueries,
    meetings: 'companyMember',
    meetingRooms: 'companyAdmin',
    meetingTranscript: 'companyMember',
    documents: 'companyMember',
    searchDocuments: 'companyMember',
    call: 'companyAdmin',
    callHistogram: 'companyAdmin',
    calls: 'companyAdmin',
    refusals: 'companyAdmin',
    usage: 'companyAdmin',
    generatorStatus: 'superAdmin',
    generatorMetrics: 'superAdmin',
    jobs: 'companyMember',
    matches: 'companyMember',
    matchingState: 'companyMember',
    talent: 'companyMember',
    talents: 'companyMember',
    auditLog: 'companyAdmin',
    invitations: 'companyAdmin',
    parkedCalls: 'superAdmin',
    pauses: 'superAdmin',
    apiKey: 'companyAdmin',
    apiKeys: 'companyAdmin',
    keyLimits: 'companyAdmin',
    allowance: 'companyAdmin',
    company: 'companyMember',
    companyNotices: 'companyAdmin',
    members: 'companyAdmin',
    find: 'user',
    memberships: 'user',
    whoAmI: 'account',
    providerEvents: 'superAdmin',
  },
  Mutation: {
    ...alertMutations,
    ...accountMutations,
    ...eventMutations,
    ...moneyMutations,
    ...recruitingMutations,
    ...platformMutations,
    deleteDocument: 'companyAdmin',
    startGenerator: 'superAdmin',
    stopGenerator: 'superAdmin',
    closeJob: 'companyMember',
    createJob: 'companyMember',
    correctTalent: 'companyMember',
    deleteTalent: 'companyAdmin',
    updateJob: 'companyMember',
    // Authorised by the invitation token: the invited person may not have an account yet.
    acceptInvitation: 'anyone',
    changeMemberRole: 'companyAdmin',
    changePassword: 'user',
    createCompany: 'superAdmin',
    inviteMember: 'companyAdmin',
    liftPause: 'superAdmin',
    settleParkedCall: 'superAdmin',
    resumeCompany: 'superAdmin',
    setCompanyAllowance: 'superAdmin',
    suspendCompany: 'superAdmin',
    registerMeetingRoom: 'companyAdmin',
    removeMeetingRoom: 'companyAdmin',
    removeMember: 'companyAdmin',
    revokeInvitation: 'companyAdmin',
    createApiKey: 'companyAdmin',
    login: 'anyone',
    logout: 'account',
    // Authorised by the refresh cookie: the caller's access token may have expired.
    refresh: 'anyone',
    revokeApiKey: 'companyAdmin',
    rotateApiKey: 'companyAdmin',
    updateApiKey: 'companyAdmin',
    updateCompany: 'companyAdmin',
    dryRunProviderEvent: 'superAdmin',
    replayProviderEvent: 'superAdmin',
  },
  Subscription: { companyEvents: 'companyMember', logStream: 'superAdmin' },
  Company: asParent(
    'billingMode',
    'createdAt',
    'creditBalance',
    'id',
    'name',
    'suspendedAt',
    'suspensionReason',
  ),
  Member: asParent('email', 'role', 'since', 'userId'),
  Membership: asParent('companyId', 'companyName', 'role'),
  Found: asParent('companyId', 'detail', 'id', 'kind', 'title'),
  LogEntry: asParent('context', 'level', 'message', 'timestamp'),
  Session: asParent('accessToken', 'expiresAt', 'user'),
  User: asParent('email', 'id', 'isSuperAdmin'),
  ProviderEvent: asParent(
    'apiVersion',
    'attempts',
    'customerId',
    'isLive',
    'nextAttemptAt',
    'id',
    'lastError',
    'objectId',
    'processedAt',
    'receivedAt',
    'source',
    'statedAt',
    'status',
    'type',
    'waitsFor',
  ),
  ProviderEventOutcome: asParent('effects', 'outcome', 'reason'),
  AuditEntry: asParent(
    'action',
    'actorEmail',
    'actorId',
    'actorKind',
    'clientAddress',
    'createdAt',
    'details',
    'id',
    'requestId',
    'subjectId',
    'subjectKind',
  ),
  AuditEntryConnection: asParent('endCursor', 'hasNextPage', 'nodes'),
  CompanyAllowance: asParent(
    'documentBytesPerDay',
    'documentBytesToday',
    'documentsPerDay',
    'documentsRenewAt',
    'documentsToday',
    'isModelWorkWaiting',
    'modelWorkCredits',
    'modelWorkLeft',
    'modelWorkRenewsAt',
    'modelWorkSpent',
  ),
  CompanyEvent: asParent('at', 'id', 'topic'),
  CompanyNotice: asParent('createdAt', 'details', 'id', 'kind', 'subject', 'text'),
  CompanyNoticeConnection: asParent('endCursor', 'hasNextPage', 'nodes'),
  Invitation: asParent('createdAt', 'email', 'expiresAt', 'id', 'role'),
  IssuedInvitation: asParent('invitation', 'mailStatus', 'url'),
  Pause: asParent('companyId', 'companyName', 'reason', 'since'),
  ...accountAccess,
  ...jobAccess,
  ...matchAccess,
  ...recruitingAccess,
  ...alertAccess,
  ...eventAccess,
  ...moneyAccess,
  ...monitoringAccess,
  ...platformAccess,
  ...talentAccess,
  ...callAccess,
  ...keyAccess,
  GeneratorStatus: asParent('currentBatch', 'queueSize', 'status', 'uptimeSeconds'),
  GeneratorMetrics: asParent(
    'avgProcessingTimeMs',
    'circuitBreakerState',
    'errorRate',
    'lastProcessedAt',
    'processingRate',
    'queueDepth',
    'throughputPerMinute',
    'totalErrors',
    'totalProcessed',
  ),
  ...documentAccess,
  Meeting: asParent(
    'callIds',
    'cancelledTaskId',
    'endedAt',
    'finishedAt',
    'id',
    'insights',
    'lineCount',
    'room',
    'startedAt',
    'status',
  ),
  MeetingConnection: asParent('endCursor', 'hasNextPage', 'nodes'),
  MeetingInsight: asParent('kind', 'quotes', 'speakers', 'text'),
  MeetingRoom: asParent('createdAt', 'name', 'ownerEmail'),
  TranscriptLine: asParent('id', 'speaker', 'spokenAt', 'text'),
  TranscriptLineConnection: asParent('endCursor', 'hasNextPage', 'nodes'),
} as const satisfies AccessTable
