import type { ReceivedCall } from '../inference/received-call.ts'
import type { ParseRequest } from './read-parse-request.ts'

/** A parse whose key is valid and has the required scope. */
export type ReceivedParse = Omit<ReceivedCall, 'body' | 'contentType'> & {
  request: ParseRequest
  onProgress(progress: { done: number; total: number; message: string }): void
}
