import { z } from 'zod'
import { defineTemplate } from './define-template.ts'
import { html } from './html.ts'

/** Insights from a meeting to its owner, each with the quote that supports it. */
export const meetingInsights = defineTemplate({
  values: z.object({
    room: z.string(),
    /** Formatted for the reader. */
    endedAt: z.string(),
    insights: z.array(z.object({ text: z.string(), quote: z.string() })),
  }),
  subject: ({ room }) => `Insights from your meeting ${room}`,
  text: ({ room, endedAt, insights }) => `
Your meeting ${room} ended at ${endedAt}.

${insights.map(({ text, quote }) => `- ${text}\n  "${quote}"`).join('\n\n')}

Every insight is shown with a quote from the meeting that supports it.`,
  html: ({ room, endedAt, insights }) =>
    html` <p>Your meeting <strong>${room}</strong> ended at ${endedAt}.</p>
      <ul>
        ${insights.map(
          ({ text, quote }) =>
            html`<li>
              ${text}
              <blockquote>${quote}</blockquote>
            </li> `,
        )}
      </ul>
      <p>Every insight is shown with a quote from the meeting that supports it.</p>`,
})
