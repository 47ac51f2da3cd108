import { z } from 'zod'
import { defineTemplate } from './define-template.ts'
import { html } from './html.ts'

/** Invites a person to join a company. The link also proves that the reader owns the invited address. */
export const invitation = defineTemplate({
  values: z.object({
    companyName: z.string(),
    /** Contains the token, which can be used once. */
    link: z.url({ protocol: /^https?$/ }),
    daysValid: z.int(),
  }),
  isConfidential: true,
  subject: ({ companyName }) => `You are invited to join ${companyName}`,
  text: ({ companyName, link, daysValid }) => `
You are invited to join ${companyName}. Follow this link within ${daysValid} days; it can be used once:

${link}

If you did not expect this, do nothing: nobody can join in your name without the link.`,
  html: ({ companyName, link, daysValid }) =>
    html` <p>
        You are invited to join <strong>${companyName}</strong>. Follow this link within ${String(daysValid)}
        days; it can be used once:
      </p>
      <p><a href="${link}">${link}</a></p>
      <p>If you did not expect this, do nothing: nobody can join in your name without the link.</p>`,
})
