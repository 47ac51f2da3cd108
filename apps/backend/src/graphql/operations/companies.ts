import { type Allowance, type ModelWork, remainingMicros } from '@gatehouse/allowances/allowance'
import { readAllowance, readModelWork } from '@gatehouse/allowances/read-allowance'
import { setAllowance } from '@gatehouse/allowances/set-allowance'
import {
  type Company,
  billingModes,
  createCompany,
  readCompany,
  readCompanyNames,
  updateCompany,
} from '@gatehouse/companies/company'
import { type CompanyNotice, listCompanyNotices } from '@gatehouse/companies/company-notices'
import { resumeCompany, suspendCompany } from '@gatehouse/companies/suspend-company'
import { formatCredits, parseCredits } from '@gatehouse/credits/credit'
import { type FrozenAccount, listFrozenAccounts, unfreezeAccount } from '@gatehouse/credits/freeze-account'
import { readUploadsOfDay } from '@gatehouse/documents/upload-days'
import type { UploadsOfDay } from '@gatehouse/documents/upload-quota'
import { requireUser } from '../access/authorise.ts'
import { badRequest, companyNotFound } from '../graphql-faults.ts'
import type { OperationDeps } from '../operation-context.ts'
import { type Operation, defineMutation, defineQuery } from '../schema/define-operation.ts'
import { enumInput, inputs, optionalInput } from '../schema/input.ts'
import { definePage, pageInputs, takePage } from '../schema/page.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../schema/shape.ts'
import { auditActor } from './audit.ts'
import { creditBalanceType, readCreditBalance } from './credits/balance.ts'

const billingModeType = enumeration(
  'BillingMode',
  'Whether credits are bought before they are used, or usage is invoiced afterwards.',
  billingModes,
)

/** Also the first fields of a company as super admins list it. */
export const companyFields = {
  id: field(shapes.id, (company: Company) => company.id),
  name: field(shapes.string, (company: Company) => company.name),
  billingMode: field(billingModeType, (company: Company) => company.billingMode),
  createdAt: field(shapes.time, (company: Company) => company.createdAt),
  suspendedAt: field(optional(shapes.time), (company: Company) => company.suspension?.since ?? null),
  suspensionReason: field(optional(shapes.string), (company: Company) => company.suspension?.reason ?? null),
}

const companyType = defineObject<Company>(
  'Company',
  'A customer, which owns keys, credits, jobs and talents. creditBalance is null for members who are not admins.',
  {
    ...companyFields,
    creditBalance: field(optional(creditBalanceType), async ({ id }, { deps, viewer }) => {
      const { isSuperAdmin } = await requireUser(viewer)
      const isAllowed = isSuperAdmin || (await viewer.standingIn(id)) === 'ADMIN'
      return isAllowed ? readCreditBalance(deps, id) : null
    }),
  },
)

const pauseType = defineObject<FrozenAccount & { companyName: string | null }>(
  'Pause',
  'A company whose billable calls are refused because reconciliation found its ledger inconsistent.',
  {
    companyId: field(shapes.id, (pause) => pause.ownerId),
    companyName: field(optional(shapes.string), (pause) => pause.companyName),
    reason: field(shapes.string, (pause) => pause.reason),
    since: field(shapes.time, (pause) => pause.since),
  },
)

const reasonLengthMax = 500

const noticeType = defineObject<CompanyNotice>(
  'CompanyNotice',
  'A notice that was mailed to the company’s admins, such as that model work is waiting.',
  {
    id: field(shapes.id, (notice) => notice.id),
    kind: field(shapes.string, (notice) => notice.kind),
    subject: field(shapes.string, (notice) => notice.subject),
    text: field(shapes.string, (notice) => notice.text),
    details: field(shapes.json, (notice) => notice.details),
    createdAt: field(shapes.time, (notice) => notice.createdAt),
  },
)

const noticePageType = definePage('CompanyNoticeConnection', 'A page of notices.', noticeType)

type CompanyAllowance = { quota: Allowance; work: ModelWork; uploads: UploadsOfDay; isWaiting: boolean }

const allowanceType = defineObject<CompanyAllowance>(
  'CompanyAllowance',
  'Work that the platform does for the company at its own expense. Credits are decimals with six places; bytes are a Float because they exceed an Int.',
  {
    modelWorkCredits: field(shapes.string, ({ work }) => formatCredits(work.allowanceMicros)),
    modelWorkSpent: field(shapes.string, ({ work }) => formatCredits(work.spentMicros)),
    modelWorkLeft: field(shapes.string, ({ work }) => formatCredits(remainingMicros(work))),
    modelWorkRenewsAt: field(shapes.time, ({ work }) => work.renewsAt),
    isModelWorkWaiting: field(shapes.boolean, ({ isWaiting }) => isWaiting),
    documentsPerDay: field(shapes.int, ({ quota }) => quota.documentsPerDay),
    documentsToday: field(shapes.int, ({ uploads }) => uploads.documents),
    documentBytesPerDay: field(shapes.float, ({ quota }) => quota.documentBytesPerDay),
    documentBytesToday: field(shapes.float, ({ uploads }) => uploads.bytes),
    documentsRenewAt: field(shapes.time, ({ uploads }) => uploads.renewsAt),
  },
)

export const companyOperations: readonly Operation[] = [
  defineQuery({
    name: 'company',
    description: 'The company.',
    inputs: { companyId: inputs.id },
    returns: companyType,
    async resolve({ deps }, { companyId }) {
      const found = await readCompany(deps.database, companyId)
      if (!found) throw companyNotFound()
      return found
    },
  }),
  defineMutation({
    name: 'createCompany',
    description: 'Adds a company, prepaid by default. Invite its first admin with inviteMember.',
    inputs: { name: inputs.string, billingMode: optionalInput(enumInput(billingModeType)) },
    returns: companyType,
    resolve: async (context, { name, billingMode }) =>
      createCompany(context.deps, { name, billingMode: billingMode ?? 'PREPAID' }, await auditActor(context)),
  }),
  defineMutation({
    name: 'updateCompany',
    description: 'Renames the company.',
    inputs: { companyId: inputs.id, name: inputs.string },
    returns: companyType,
    resolve: async (context, change) => updateCompany(context.deps, change, await auditActor(context)),
  }),
  defineMutation({
    name: 'suspendCompany',
    description:
      'Refuses the billable calls of a company with 403 COMPANY_SUSPENDED and ends its open calls, in every gateway ' +
      'within a second; its model work waits. Its people can still log in and read. Idempotent.',
    inputs: { companyId: inputs.id, reason: inputs.string },
    returns: companyType,
    cost: 50,
    async resolve(context, change) {
      const { databases, ids, accessActs, keys } = context.deps
      const deps = { databases, ids, accessActs, announceCompanyChange: keys.announceCompanyChange }
      return (await suspendCompany(deps, change, await auditActor(context))).company
    },
  }),
  defineMutation({
    name: 'resumeCompany',
    description:
      'Ends the suspension of a company: its calls are served again, and waiting model work resumes.',
    inputs: { companyId: inputs.id, reason: inputs.string },
    returns: companyType,
    cost: 50,
    async resolve(context, change) {
      const { databases, ids, accessActs, keys } = context.deps
      const deps = { databases, ids, accessActs, announceCompanyChange: keys.announceCompanyChange }
      return (await resumeCompany(deps, change, await auditActor(context))).company
    },
  }),
  defineQuery({
    name: 'pauses',
    description:
      'The companies that reconciliation has paused, the longest paused first. Only a person can lift a pause.',
    inputs: {},
    returns: listOf(pauseType),
    cost: 20,
    async resolve({ deps }) {
      const frozen = (await Promise.all(deps.databases.all().map(listFrozenAccounts))).flat()
      const names = await readCompanyNames(
        deps.database,
        frozen.map(({ ownerId }) => ownerId),
      )
      return frozen.map(({ ownerId, reason, since }) => ({
        ownerId,
        reason,
        since,
        companyName: names.get(ownerId) ?? null,
      }))
    },
  }),
  defineMutation({
    name: 'liftPause',
    description:
      'Lets a paused company make billable calls again, and records the reason in the audit log. False if it was not paused.',
    inputs: { companyId: inputs.id, reason: inputs.string },
    returns: shapes.boolean,
    async resolve(context, { companyId, reason }) {
      if (reason.trim() === '' || reason.length > reasonLengthMax)
        throw badRequest(`Give a reason of at most ${reasonLengthMax} characters.`, 'reason')
      const by = await auditActor(context)
      return unfreezeAccount(context.deps, { ownerId: companyId, reason, by })
    },
  }),
  defineQuery({
    name: 'companyNotices',
    description: 'The notices to the admins of the company, newest first.',
    inputs: { companyId: inputs.id, ...pageInputs },
    returns: noticePageType,
    cost: 20,
    resolve: ({ deps }, { companyId, ...page }) =>
      takePage(page, (wanted) => listCompanyNotices(deps.databases.of(companyId), { ...wanted, companyId })),
  }),
  defineQuery({
    name: 'allowance',
    description:
      'The company’s model work this month (CV parses, judgements, insights) and its uploads today, both in UTC: its allowance, ' +
      'how much of it is used, and when it renews.',
    inputs: { companyId: inputs.id },
    returns: allowanceType,
    cost: 50,
    resolve: ({ deps }, { companyId }) => readCompanyAllowance(deps, companyId),
  }),
  defineMutation({
    name: 'setCompanyAllowance',
    description:
      'Overrides the allowance of a company’s plan, and records the reason in the audit log. Omitted values follow the plan, or else ' +
      'the settings. Waiting model work resumes immediately.',
    inputs: {
      companyId: inputs.id,
      modelWorkCredits: optionalInput(inputs.string),
      documentsPerDay: optionalInput(inputs.int),
      documentBytesPerDay: optionalInput(inputs.float),
      reason: inputs.string,
    },
    returns: allowanceType,
    cost: 50,
    async resolve(context, { companyId, modelWorkCredits, documentsPerDay, documentBytesPerDay, reason }) {
      const modelWorkMicros = modelWorkCredits === null ? null : parseCredits(modelWorkCredits)
      if (modelWorkMicros === undefined)
        throw badRequest(
          'modelWorkCredits must be a decimal with at most six places, such as "250" or "0.5".',
          'modelWorkCredits',
        )
      const granted = { modelWorkMicros, documentsPerDay, documentBytesPerDay }
      await setAllowance(context.deps, { companyId, granted, reason }, await auditActor(context))
      return readCompanyAllowance(context.deps, companyId)
    },
  }),
]

async function readCompanyAllowance(
  { databases, clock, defaultAllowance }: OperationDeps,
  companyId: string,
): Promise<CompanyAllowance> {
  const database = databases.of(companyId)
  const quota = await readAllowance(database, companyId, defaultAllowance)
  const work = await readModelWork(database, companyId, { clock, defaults: defaultAllowance })
  const uploads = await readUploadsOfDay(database, companyId)
  const isWaiting = work.waitsUntil !== null && work.waitsUntil.getTime() > clock.wallMs()
  return { quota, work, uploads, isWaiting }
}
