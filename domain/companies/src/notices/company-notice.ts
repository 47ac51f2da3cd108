// What the admins of a company are informed of, as data and in words. Payments have notices of their own (`domain/billing`).
import { z } from 'zod'

const time = z.iso.datetime()

const detailSchemas = {
  /** The allowance of model work is used up: CV parses, judgements and insights wait. Credits are decimal strings. */
  model_work_waits: z.object({ allowanceCredits: z.string(), renewsAt: time }),
  /** A key, or its company, left more streams before their end than it may: further ones of it are refused for a while. */
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

/** A kind with the details that belong to it. Moments are ISO strings, because details are stored as JSON. */
export type CompanyNoticeMatter = {
  [Kind in CompanyNoticeKind]: { kind: Kind; details: z.output<(typeof detailSchemas)[Kind]> }
}[CompanyNoticeKind]

export type NoticeInWords = { subject: string; paragraphs: string[] }

export function describeCompanyNotice({ kind, details }: CompanyNoticeMatter): NoticeInWords {
  switch (kind) {
    case 'model_work_waits':
      return {
        subject: 'Model work waits',
        paragraphs: [
          `Your company has used its ${details.allowanceCredits} credits of model work for this month. CVs are still ` +
            'taken, but parsing them, judging matches and writing insights wait until ' +
            `${spell(details.renewsAt)}, when the allowance is renewed.`,
          'If you need it earlier, change to a larger plan or ask us to raise the allowance. Nothing is lost meanwhile.',
        ],
      }
    case 'abandoned_streams':
      return {
        subject: 'Streams of a key are refused',
        paragraphs: [
          `Too many streams were left before their end: more than ${details.abandonedMax} a minute by one key, or many ` +
            `more by all keys of your company. Streams of the key ${details.keyName} (${details.keyId}) are refused until ` +
            `${spell(details.refusedUntil)}; its other calls are not.`,
          'Read streams to their end, or limit what the model writes with max_tokens. If you do not know who does this, ' +
            'revoke the key.',
        ],
      }
    case 'second_subscription':
      return {
        subject: 'A second subscription was paid for',
        paragraphs: [
          `Your company has paid for a second subscription (${details.subscriptionId}) while another one is running. Its ` +
            'credits are yours. It is not renewed' +
            (details.endsAt === null ? '.' : ` and ends on ${spell(details.endsAt)}.`),
        ],
      }
  }
}

/** What is stored was written by this or an earlier release. Null for what this one does not know. */
export function readMatter(kind: string, details: unknown): CompanyNoticeMatter | null {
  if (!isKind(kind)) return null
  const parsed = detailSchemas[kind].safeParse(details)
  return parsed.success ? ({ kind, details: parsed.data } as CompanyNoticeMatter) : null
}

function isKind(kind: string): kind is CompanyNoticeKind {
  return Object.hasOwn(detailSchemas, kind)
}

function spell(moment: string): string {
  return `${moment.slice(0, 16).replace('T', ' ')} UTC`
}
