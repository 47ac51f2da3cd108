import type { AskedCall } from '../inference/asked-call.ts'
import type { ParseRequest } from './read-parse-request.ts'

/** A parse whose key is known to be live and to have the scope. */
export type AskedParse = Omit<AskedCall, 'body' | 'contentType'> & {
  request: ParseRequest
  onProgress(progress: { done: number; total: number; message: string }): void
}
