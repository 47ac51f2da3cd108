import { secretUrl } from '@gatehouse/runtime/config-fields'
import { namedSecrets } from '@gatehouse/runtime/named-secrets'
import type { Secret } from '@gatehouse/runtime/secret'
import { z } from 'zod'

/** Settings of an app that sends mail; spread into the app's own schema. Without SMTP_URL mails wait in the outbox. */
export const mailSettings = {
  SMTP_URL: secretUrl('smtp', 'smtps').optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an address, or Name <address>',
    )
    .optional(),
}

/**
 * Setting of the backend, which writes mails, and of the AI service, which sends them. Without it confidential mails,
 * such as invitations, are neither written nor sent.
 */
export const mailSecretSettings = { MAIL_SECRETS: namedSecrets('secret').optional() }

type Environment = { SMTP_URL?: Secret | undefined; MAIL_FROM?: string | undefined }

export type MailSettings = { url: Secret; from: { name: string; address: string } }

/** Undefined if this deployment sends no mail. One setting without the other is an error. */
export function groupMailSettings(
  { SMTP_URL: url, MAIL_FROM: from }: Environment,
  context: z.RefinementCtx,
): MailSettings | undefined {
  if (url && from !== undefined) return { url, from: readSender(from) }
  if (url || from !== undefined)
    context.addIssue({
      code: 'custom',
      path: [url ? 'MAIL_FROM' : 'SMTP_URL'],
      message: 'SMTP_URL and MAIL_FROM belong together: set both, or neither to send no mail',
    })
  return undefined
}

function readSender(from: string): MailSettings['from'] {
  const [, name = '', address = from] = /^(.*?)\s*<([^>]+)>$/.exec(from) ?? []
  return { name: name.trim(), address }
}
