import { z } from 'zod'
import { defineTemplate } from './define-template.ts'
import { html } from './html.ts'

/** To somebody who is asked to join a company. Whoever can read it has the address that was invited. */
export const invitation = defineTemplate({
  values: z.object({
    companyName: z.string(),
    /** With the token, which is good for one use. */
    link: z.url({ protocol: /^https?$/ }),
    daysValid: z.int(),
  }),
  isConfidential: true,
  subject: ({ companyName }) => `You are invited to join ${companyName}`,
  text: ({ companyName, link, daysValid }) => `
You are invited to join ${companyName}. Follow this link within ${daysValid} days; it is good for one use:

${link}

If you did not expect this, do nothing: without the link nobody joins in your name.`,
  html: ({ companyName, link, daysValid }) =>
    html` <p>
        You are invited to join <strong>${companyName}</strong>. Follow this link within ${String(daysValid)}
        days; it is good for one use:
      </p>
      <p><a href="${link}">${link}</a></p>
      <p>If you did not expect this, do nothing: without the link nobody joins in your name.</p>`,
})
