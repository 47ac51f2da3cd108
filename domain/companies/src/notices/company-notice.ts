// Notices for the admins of a company: their data, and their text. Payment notices are separate (`domain/billing`).
import { z } from 'zod'

const time = z.iso.datetime()

const detailSchemas = {
  /** The model work allowance is used up: CV parses, judgements and insights wait. Credits are decimal strings. */
  model_work_waits: z.object({ allowanceCredits: z.string(), renewsAt: time }),
  /** A key, or its company, abandoned more streams than allowed, so its streams are rejected for a while. */
  abandoned_streams: z.object({
    keyId: z.string(),
    keyName: z.string(),
    abandonedMax: z.number(),
    refusedUntil: time,
  }),
  /** Two subscriptions were paid for; the later one ends with its period. */
  second_subscription: z.object({ subscriptionId: z.string(), endsAt: time.nullable() }),
}

type CompanyNoticeKind = keyof typeof detailSchemas

/** A kind with its details. Timestamps are ISO strings, because details are stored as JSON. */
export type CompanyNoticeContent = {
  [Kind in CompanyNoticeKind]: { kind: Kind; details: z.output<(typeof detailSchemas)[Kind]> }
}[CompanyNoticeKind]

export type NoticeText = { subject: string; paragraphs: string[] }

export function describeCompanyNotice({ kind, details }: CompanyNoticeContent): NoticeText {
  switch (kind) {
    case 'model_work_waits':
      return {
        subject: 'Model work is paused',
        paragraphs: [
          `Your company has used its ${details.allowanceCredits} credits of model work for this month. You can still ` +
            'upload CVs, but parsing them, judging matches and writing insights are paused until ' +
            `${formatTime(details.renewsAt)}, when the allowance is renewed.`,
          'If you need it earlier, change to a larger plan or ask us to raise the allowance. Nothing is lost in the meantime.',
        ],
      }
    case 'abandoned_streams':
      return {
        subject: 'Streams of a key are rejected',
        paragraphs: [
          `Too many streams were abandoned: more than ${details.abandonedMax} a minute by one key, or many ` +
            `more by all keys of your company. Streams of the key ${details.keyName} (${details.keyId}) are rejected until ` +
            `${formatTime(details.refusedUntil)}; its other calls are not.`,
          'Read streams to their end, or limit the output with max_tokens. If you do not recognise this use, ' +
            'revoke the key.',
        ],
      }
    case 'second_subscription':
      return {
        subject: 'A second subscription was paid for',
        paragraphs: [
          `Your company has paid for a second subscription (${details.subscriptionId}) while another one is running. Its ` +
            'credits are yours. It is not renewed' +
            (details.endsAt === null ? '.' : ` and ends on ${formatTime(details.endsAt)}.`),
        ],
      }
  }
}

/**
 * Parses a stored notice, which another release may have written. Null if this release does not know the kind or its
 * details.
 */
export function parseNoticeContent(kind: string, details: unknown): CompanyNoticeContent | null {
  if (!isKind(kind)) return null
  const parsed = detailSchemas[kind].safeParse(details)
  return parsed.success ? ({ kind, details: parsed.data } as CompanyNoticeContent) : null
}

function isKind(kind: string): kind is CompanyNoticeKind {
  return Object.hasOwn(detailSchemas, kind)
}

function formatTime(moment: string): string {
  return `${moment.slice(0, 16).replace('T', ' ')} UTC`
}
