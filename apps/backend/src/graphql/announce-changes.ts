// The one place where mutations publish what they changed. A mutation of a company that is not listed publishes nothing;
// a test compares the list with the schema.
import type { ChangeTopic, PublishCompanyEvent } from '@gatehouse/companies/company-event'
import { isUuid } from '@gatehouse/runtime/ids'

/** Topics by mutation, each with the input that names the object, if one does. */
export const changesOf: Readonly<Record<string, readonly (readonly [ChangeTopic, string?])[]>> = {
  adjustCredits: [['BALANCE']],
  // Opens a page of the payment provider; a change there arrives as an event of the provider.
  billingPortal: [],
  cancelBackgroundTask: [['TASKS', 'taskId'], ['DOCUMENTS'], ['JOBS'], ['MEETINGS']],
  changeMemberRole: [['MEMBERS', 'userId']],
  claimSingleSignOnDomain: [['COMPANY']],
  closeJob: [['JOBS', 'jobId'], ['MATCHES']],
  confirmSingleSignOnDomain: [['COMPANY']],
  correctTalent: [['TALENTS', 'talentId']],
  createApiKey: [['KEYS']],
  createCheckoutSession: [['BILLING']],
  createEventEndpoint: [['COMPANY']],
  createJob: [['JOBS'], ['TASKS']],
  deleteAlertRule: [['BILLING', 'alertRuleId']],
  deleteBudget: [['BALANCE']],
  deleteDocument: [['DOCUMENTS', 'documentId'], ['TASKS']],
  deleteEventEndpoint: [['COMPANY']],
  deleteTalent: [['TALENTS', 'talentId'], ['DOCUMENTS'], ['MATCHES']],
  enforceSingleSignOn: [['COMPANY']],
  inviteMember: [['MEMBERS']],
  liftPause: [['BALANCE'], ['COMPANY']],
  registerMeetingRoom: [['MEETINGS']],
  releaseSingleSignOnDomain: [['COMPANY']],
  rematchJob: [['JOBS', 'jobId']],
  removeMeetingRoom: [['MEETINGS']],
  removeMember: [['MEMBERS', 'userId']],
  replayEventDelivery: [['COMPANY']],
  removeSingleSignOn: [['COMPANY']],
  replayTasks: [['TASKS']],
  resumeCompany: [['COMPANY']],
  retryBackgroundTask: [['TASKS', 'taskId'], ['DOCUMENTS'], ['JOBS'], ['MEETINGS']],
  // Changes nothing that a page shows to others.
  revealTalent: [],
  revokeApiKey: [['KEYS', 'keyId']],
  revokeInvitation: [['MEMBERS']],
  rotateApiKey: [['KEYS']],
  setAlertRule: [['BILLING']],
  setAutomaticTopUp: [['BILLING']],
  rotateEventEndpointSecret: [['COMPANY']],
  setBudget: [['BALANCE']],
  setCompanyAllowance: [['COMPANY'], ['TASKS']],
  setPostpaidTerms: [['BILLING']],
  setSingleSignOn: [['COMPANY']],
  setTalentStatus: [['TALENTS', 'talentId'], ['MATCHES']],
  suspendCompany: [['COMPANY']],
  testAlert: [['BILLING']],
  turnOffAutomaticTopUp: [['BILLING']],
  testEventEndpoint: [['COMPANY']],
  updateApiKey: [['KEYS', 'keyId']],
  updateCompany: [['COMPANY']],
  updateEventEndpoint: [['COMPANY']],
  updateJob: [['JOBS', 'jobId'], ['TASKS']],
}

/** Called after a mutation has succeeded, and so after its commit. */
export function announceChanges(
  publish: PublishCompanyEvent,
  mutation: string,
  given: Readonly<Record<string, unknown>>,
): void {
  const { companyId } = given
  if (!isUuid(companyId)) return
  for (const [topic, input] of changesOf[mutation] ?? []) {
    const id = input === undefined ? undefined : given[input]
    publish(companyId.toLowerCase(), topic, isUuid(id) ? id.toLowerCase() : undefined)
  }
}
