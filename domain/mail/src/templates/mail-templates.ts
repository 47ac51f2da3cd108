import type { z } from 'zod'
import type { MailTemplate, RenderedMail } from './define-template.ts'
import { billingNotice } from './billing-notice.ts'
import { companyNotice } from './company-notice.ts'
import { documentRefused } from './document-refused.ts'
import { invitation } from './invitation.ts'
import { meetingInsights } from './meeting-insights.ts'

const mailTemplates = {
  'billing-notice': billingNotice,
  'company-notice': companyNotice,
  'document-refused': documentRefused,
  invitation,
  'meeting-insights': meetingInsights,
} as const satisfies Record<string, MailTemplate>

type Templates = typeof mailTemplates

/** Name of a template with its input values. */
export type MailContent = {
  [Name in keyof Templates]: { template: Name; values: z.input<Templates[Name]['values']> }
}[keyof Templates]

/** Throws if the values do not match the template. */
export function renderMail({ template, values }: MailContent): RenderedMail & { isConfidential: boolean } {
  const found: MailTemplate = mailTemplates[template]
  return { ...found.render(found.values.parse(values)), isConfidential: found.isConfidential }
}
