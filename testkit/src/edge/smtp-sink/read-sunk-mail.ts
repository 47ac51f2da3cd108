import PostalMime from 'postal-mime'
import type { SunkMail } from './smtp-session.ts'

export type ReadableMail = {
  to: string
  from: string
  subject: string
  /** Undefined if the mail has no date. */
  date: string | undefined
  text: string
}

/** The mail as a person would see it: decoded headers and text part. */
export async function readSunkMail({ from, to, content }: SunkMail): Promise<ReadableMail> {
  const { subject, date, text } = await PostalMime.parse(content)
  return { to: to.join(', '), from, subject: subject ?? '', date, text: text ?? '' }
}
