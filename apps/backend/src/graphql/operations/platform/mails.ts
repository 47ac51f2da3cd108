// Mails and the platform's own cost, for super admins.
import { platformCompanyId } from '@gatehouse/companies/platform-company'
import { formatCredits } from '@gatehouse/credits/credit'
import { type ConcernedUsage, readConcernedUsage } from '@gatehouse/credits/read-concerned-usage'
import { type ListedMail, listMails, mailStatuses } from '@gatehouse/mail/list-mails'
import { badRequest } from '../../graphql-faults.ts'
import { type Operation, defineQuery } from '../../schema/define-operation.ts'
import { enumInput, inputs, optionalInput } from '../../schema/input.ts'
import { definePage, pageInputs, takePage } from '../../schema/page.ts'
import { defineObject, enumeration, field, listOf, optional, shapes } from '../../schema/shape.ts'

const mailStatusType = enumeration(
  'MailStatus',
  'Whether a mail was sent. UNKNOWN: the connection was lost after the mail was handed over, so it is not repeated.',
  mailStatuses,
)

const mailType = defineObject<ListedMail>(
  'Mail',
  'A mail of the platform, without its text. lastAnswer is the last answer of the mail server.',
  {
    id: field(shapes.id, (mail) => mail.id),
    companyId: field(optional(shapes.id), (mail) => mail.companyId),
    template: field(shapes.string, (mail) => mail.template),
    recipient: field(shapes.string, (mail) => mail.recipient),
    subject: field(shapes.string, (mail) => mail.subject),
    status: field(mailStatusType, (mail) => mail.status),
    deferrals: field(shapes.int, (mail) => mail.deferrals),
    lastAnswer: field(optional(shapes.string), (mail) => mail.lastAnswer),
    createdAt: field(shapes.time, (mail) => mail.createdAt),
    settledAt: field(optional(shapes.time), (mail) => mail.settledAt),
  },
)

const mailPageType = definePage('MailConnection', 'A page of mails.', mailType)

const costType = defineObject<ConcernedUsage>(
  'PlatformCost',
  'The calls to a model that the platform made for a company at its own expense.',
  {
    model: field(shapes.string, (cost) => cost.alias),
    requests: field(shapes.float, (cost) => Number(cost.requests)),
    failedRequests: field(shapes.float, (cost) => Number(cost.failedRequests)),
    promptTokens: field(shapes.float, (cost) => Number(cost.promptTokens)),
    completionTokens: field(shapes.float, (cost) => Number(cost.completionTokens)),
    credits: field(shapes.string, (cost) => formatCredits(cost.chargedMicros)),
  },
)

const dayMs = 86_400_000
const defaultDays = 30
const daysMax = 92

export const mailOperations: readonly Operation[] = [
  defineQuery({
    name: 'mails',
    description: 'The mails of the platform, of all companies or one, newest first.',
    inputs: {
      companyId: optionalInput(inputs.id),
      status: optionalInput(enumInput(mailStatusType)),
      ...pageInputs,
    },
    returns: mailPageType,
    cost: 20,
    resolve: ({ deps }, { companyId, status, ...page }) =>
      takePage(page, (wanted) =>
        listMails(deps.database, {
          ...wanted,
          companyId: companyId ?? undefined,
          status: status ?? undefined,
        }),
      ),
  }),
  defineQuery({
    name: 'platformCost',
    description:
      `What the platform’s own calls for a company cost, by model, by default in the last ${defaultDays} days. from and to refer to the start of the calls. ` +
      'Charges that were given back are not included; a period with archived calls is refused.',
    inputs: { companyId: inputs.id, from: optionalInput(inputs.time), to: optionalInput(inputs.time) },
    returns: listOf(costType),
    cost: 50,
    resolve({ deps }, { companyId, from: since, to: end }) {
      const to = end ?? new Date(deps.clock.wallMs())
      const from = since ?? new Date(to.getTime() - defaultDays * dayMs)
      const spanMs = to.getTime() - from.getTime()
      if (spanMs < 0) throw badRequest('to must not be before from.')
      if (spanMs > daysMax * dayMs) throw badRequest(`Request at most ${daysMax} days.`)
      return readConcernedUsage(deps.database, { payerId: platformCompanyId, companyId, from, to })
    },
  }),
]
