// What a person reads when a request fails: one row per code, so that a new code does not compile without its words.
import { faultTexts as texts } from '../words/en/faults.ts'
import type { ConsoleFault, FaultCode } from './console-fault.ts'

export type FaultWords = {
  title: string
  text: string
  /** Whether the same request can succeed without the person changing anything. */
  canRetry: boolean
  /** Whether support needs the request id to find the cause. */
  showsRequestId: boolean
}

type Row = Omit<FaultWords, 'text'> & {
  /** Fixed words; null for the backend's own message, which says what to do next. */
  text: string | null
}

const rows = {
  BAD_USER_INPUT: { title: texts.badInput, text: null, canRetry: false, showsRequestId: false },
  UNAUTHENTICATED: {
    title: texts.loggedOut,
    text: texts.loggedOutText,
    canRetry: false,
    showsRequestId: false,
  },
  FORBIDDEN: { title: texts.notAllowed, text: null, canRetry: false, showsRequestId: false },
  NOT_FOUND: { title: texts.notFound, text: texts.notFoundText, canRetry: false, showsRequestId: false },
  CONFLICT: { title: texts.conflict, text: null, canRetry: false, showsRequestId: false },
  RATE_LIMITED: { title: texts.tooMany, text: null, canRetry: true, showsRequestId: false },
  UNAVAILABLE: { title: texts.unavailable, text: null, canRetry: true, showsRequestId: true },
  INTERNAL: { title: texts.internal, text: texts.internalText, canRetry: true, showsRequestId: true },
  OFFLINE: { title: texts.offline, text: texts.offlineText, canRetry: true, showsRequestId: false },
  UNREADABLE: { title: texts.unreadable, text: texts.unreadableText, canRetry: true, showsRequestId: false },
} as const satisfies Record<FaultCode, Row>

export function wordsOfFault({ code, message }: Pick<ConsoleFault, 'code' | 'message'>): FaultWords {
  const { text, ...row } = rows[code]
  return { ...row, text: text === null ? message || texts.internalText : text }
}
