// Port: parses CVs for the platform itself, through the same endpoint that companies use and behind the same breakers.
export type CvParser = {
  /** Resolves with the unvalidated body of /parse/cv. Rejects in the same cases as `ModelClient.ask`. */
  parseCv(order: CvOrder): Promise<unknown>
}

export type CvOrder = {
  text: string
  alias: string
  companyId: string
  /** The same for all attempts at one step, so that the CV is parsed and paid for once. */
  idempotencyKey: string
  signal?: AbortSignal
}
