import { z } from 'zod'
import { defineTemplate } from './define-template.ts'
import { html } from './html.ts'

/** To the user who uploaded a document that cannot be read: why, and what to do. */
export const documentRefused = defineTemplate({
  values: z.object({ fileName: z.string(), reason: z.string() }),
  subject: ({ fileName }) => `${fileName} could not be read`,
  text: ({ fileName, reason }) => `
The document ${fileName} that you uploaded could not be read: ${reason}

Upload it again as a PDF or DOCX file with text in it, not as a picture of text.`,
  html: ({ fileName, reason }) =>
    html` <p>The document <strong>${fileName}</strong> that you uploaded could not be read: ${reason}</p>
      <p>Upload it again as a PDF or DOCX file with text in it, not as a picture of text.</p>`,
})
