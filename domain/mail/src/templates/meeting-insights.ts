import { z } from 'zod'
import { defineTemplate } from './define-template.ts'
import { html } from './html.ts'

/** What was said in a meeting, to its owner: each insight with the words that show it. */
export const meetingInsights = defineTemplate({
  values: z.object({
    room: z.string(),
    /** As the reader should read it. */
    endedAt: z.string(),
    insights: z.array(z.object({ text: z.string(), quote: z.string() })),
  }),
  subject: ({ room }) => `Insights from your meeting ${room}`,
  text: ({ room, endedAt, insights }) => `
Your meeting ${room} ended at ${endedAt}.

${insights.map(({ text, quote }) => `- ${text}\n  "${quote}"`).join('\n\n')}

Every insight stands with the words of the meeting that show it.`,
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
      <p>Every insight stands with the words of the meeting that show it.</p>`,
})
